import * as z from "zod";
import { lineField } from "../../contract/fields.ts";

/** The subjects of reports, and the reasons for sanctions. */
export const CATEGORIES = ["copyright", "illegal", "scam", "malware", "other"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Reports that need a name, an address and statements, since the law attaches effects to them. */
export const FORMAL_CATEGORIES: readonly Category[] = ["copyright", "illegal"];

const explanation = z
	.string()
	.trim()
	.min(20, "Please explain it in at least 20 characters")
	.max(5000);

/** 17 U.S.C. § 512(g). */
const counterNoticeInput = z.strictObject({
	/** the full name */
	name: lineField(120).pipe(z.string().min(2, "Please enter your full name")),
	/** the postal address */
	address: lineField(300).pipe(z.string().min(10, "Please enter your postal address")),
	/** the phone number */
	phone: lineField(40).pipe(z.string().min(5, "Please enter your phone number")),
	/** states under penalty of perjury that the share was removed by mistake, and consents to jurisdiction */
	statement: z.literal(true, { error: "Please confirm this statement" }),
	/** the full name, typed */
	signature: lineField(120).pipe(z.string().min(2, "Please sign with your full name")),
});

export const appealInput = z.strictObject({
	/** why the decision is wrong, at least 20 characters */
	text: explanation,
	/** against a copyright notice: the statements that the law requires (17 U.S.C. § 512(g)) */
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
	/** the reason */
	category: Category;
	/** the finding */
	text: string;
	/** an authority ordered it */
	legalOrder: boolean;
	/** when it was made */
	imposedAt: string;
	/** when it was lifted; null while it is in force */
	liftedAt: string | null;
	/** the state of the latest appeal */
	appeal: "none" | "open" | "rejected";
	/** the answer to the latest appeal; null without one */
	answer: string | null;
};
