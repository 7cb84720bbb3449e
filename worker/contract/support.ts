import { z } from "zod";
import { emailField, idField } from "./fields.ts";

export const supportInput = z.object({
	email: emailField,
	subject: z.string().trim().min(1, "Please give a subject").max(200),
	message: z.string().trim().min(10, "Please write at least 10 characters").max(5000),
});
export const reportInput = z.object({
	shareId: idField,
	reason: z.enum(["copyright", "illegal", "scam", "malware", "other"]),
	message: z.string().trim().max(5000).default(""),
	email: emailField.optional(),
});
