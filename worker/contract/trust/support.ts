import * as z from "zod";
import { emailField, idField, oneLine } from "../fields.ts";
import { CATEGORIES, FORMAL_CATEGORIES } from "./moderation.ts";

export const supportInput = z.strictObject({
	email: emailField,
	subject: z.string().trim().min(1, "Please give a subject").max(200),
	message: z.string().trim().min(10, "Please write at least 10 characters").max(5000),
});

const line = (most: number) => z.string().transform(oneLine).pipe(z.string().max(most)).optional();

/**
 * A report of a share. Those of a formal category are notices as the law describes them: where, why, who,
 * and in good faith (Regulation (EU) 2022/2065, article 16); those about copyright also name the work, and
 * are signed (17 U.S.C. § 512(c)(3)).
 */
export const reportInput = z
	.strictObject({
		shareId: idField,
		reason: z.enum(CATEGORIES, { error: "Please choose what it is about" }),
		message: z.string().trim().max(5000).default(""),
		email: emailField.optional(),
		name: line(120),
		/** that what is written is accurate and complete */
		goodFaith: z.boolean().default(false),
		/** the work that was copied */
		work: line(1000),
		address: line(300),
		phone: line(40),
		/** to be the owner of the right, or to act for the owner, under penalty of perjury */
		authorised: z.boolean().default(false),
		/** the full name, typed */
		signature: line(120),
	})
	.superRefine((report, { addIssue }) => {
		const refuse = (field: string, message: string) =>
			addIssue({ code: "custom", path: [field], message });
		if (!FORMAL_CATEGORIES.includes(report.reason)) return;
		if (report.message.length < 20)
			refuse("message", "Please explain it in at least 20 characters");
		if (!report.email) refuse("email", "Please enter a valid email");
		if (!report.name) refuse("name", "Please give your full name");
		if (!report.goodFaith) refuse("goodFaith", "Please confirm this statement");
		if (report.reason !== "copyright") return;
		if (!report.work) refuse("work", "Please describe the work that was copied");
		if (!report.address) refuse("address", "Please give your postal address");
		if (!report.authorised) refuse("authorised", "Please confirm this statement");
		if (!report.signature) refuse("signature", "Please sign with your full name");
	});

export type Report = z.output<typeof reportInput>;
