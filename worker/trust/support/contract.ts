import * as z from "zod";
import { emailField, idField, lineField } from "../../contract/fields.ts";
import { CATEGORIES, FORMAL_CATEGORIES } from "../moderation/contract.ts";

export const supportInput = z.strictObject({
	/** where the answer is sent */
	email: emailField,
	/** the subject, at most 200 characters */
	subject: z.string().trim().min(1, "Please enter a subject").max(200),
	/** at least 10 characters */
	message: z.string().trim().min(10, "Please write at least 10 characters").max(5000),
});

/**
 * A report in a formal category is a notice as the law describes it: where, why, who, and in good faith
 * (Regulation (EU) 2022/2065, article 16); for copyright it also names the work and is signed (17 U.S.C. §
 * 512(c)(3)).
 */
export const reportInput = z
	.strictObject({
		shareId: idField,
		/** the subject; `copyright` and `illegal` need more of the fields below */
		reason: z.enum(CATEGORIES, { error: "Please choose what it's about" }),
		/** the complaint; for `copyright` and `illegal` at least 20 characters */
		message: z.string().trim().max(5000).default(""),
		email: emailField.optional(),
		/** the full name; needed for `copyright` and `illegal` */
		name: lineField(120).optional(),
		/** states that the report is accurate and complete; needed for `copyright` and `illegal` */
		goodFaith: z.boolean().default(false),
		/** the copied work; needed for `copyright` */
		work: lineField(1000).optional(),
		/** the postal address; needed for `copyright` */
		address: lineField(300).optional(),
		/** the phone number */
		phone: lineField(40).optional(),
		/** states under penalty of perjury to own the right, or to act for the owner; needed for `copyright` */
		authorised: z.boolean().default(false),
		/** the full name, typed; needed for `copyright` */
		signature: lineField(120).optional(),
	})
	.superRefine((report, { addIssue }) => {
		const refuse = (field: string, message: string) =>
			addIssue({ code: "custom", path: [field], message });
		if (!FORMAL_CATEGORIES.includes(report.reason)) return;
		if (report.message.length < 20)
			refuse("message", "Please explain it in at least 20 characters");
		if (!report.email) refuse("email", "Please enter a valid email");
		if (!report.name) refuse("name", "Please enter your full name");
		if (!report.goodFaith) refuse("goodFaith", "Please confirm this statement");
		if (report.reason !== "copyright") return;
		if (!report.work) refuse("work", "Please describe the work that was copied");
		if (!report.address) refuse("address", "Please enter your postal address");
		if (!report.authorised) refuse("authorised", "Please confirm this statement");
		if (!report.signature) refuse("signature", "Please sign with your full name");
	});

export type Report = z.output<typeof reportInput>;
