import * as z from "zod";
import { oneLine } from "../fields.ts";

/** What a report can be about, and a sanction be imposed for. */
export const CATEGORIES = ["copyright", "illegal", "scam", "malware", "other"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Reports that need a name, an address and statements, since the law attaches effects to them. */
export const FORMAL_CATEGORIES: readonly Category[] = ["copyright", "illegal"];

const line = (most: number) => z.string().transform(oneLine).pipe(z.string().max(most));
const explanation = z
	.string()
	.trim()
	.min(20, "Please explain it in at least 20 characters")
	.max(5000);

/**
 * What the one against whom a copyright notice was made states to have the share back (17 U.S.C. §
 * 512(g)).
 */
const counterNoticeInput = z.strictObject({
	/** the full name */
	name: line(120).pipe(z.string().min(2, "Please give your full name")),
	/** the postal address */
	address: line(300).pipe(z.string().min(10, "Please give your postal address")),
	/** the phone number */
	phone: line(40).pipe(z.string().min(5, "Please give your phone number")),
	/** states that the share was removed by mistake, under penalty of perjury, and consents to jurisdiction */
	statement: z.literal(true, { error: "Please confirm this statement" }),
	/** the full name, typed */
	signature: line(120).pipe(z.string().min(2, "Please sign with your full name")),
});

/** An appeal against a sanction; with a counter-notice where it followed a copyright notice. */
export const appealInput = z.strictObject({
	/** why the decision is wrong, at least 20 characters */
	text: explanation,
	/** where a copyright notice led to the decision: what the law asks for (17 U.S.C. § 512(g)) */
	counterNotice: counterNoticeInput.optional(),
});

export type CounterNotice = z.output<typeof counterNoticeInput>;

/** A decision against a share or an account, as its creator sees it. */
export type OwnSanction = {
	id: string;
	/** a share was taken down, or the account suspended */
	kind: "take_down" | "suspension";
	/** the share; null for a suspension */
	share: { id: string; title: string } | null;
	/** why */
	category: Category;
	/** what was found */
	text: string;
	/** an authority has ordered it */
	legalOrder: boolean;
	/** when it was made: ISO 8601 in UTC */
	imposedAt: string;
	/** when it was lifted: ISO 8601 in UTC; null while it is in force */
	liftedAt: string | null;
	/** where the latest appeal stands */
	appeal: "none" | "open" | "rejected";
	/** how the latest appeal was answered; null for none, and while it is open */
	answer: string | null;
};
