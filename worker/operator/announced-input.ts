import * as z from "zod";
import { oneLine } from "../contract/fields.ts";
import { LOCALES } from "../contract/locales.ts";
import type { AnnouncedTexts } from "../trust/support/announcements/tables.ts";

/** The texts of an announcement, by language; those with neither a subject nor a text are left out. */
export const announced = z.record(z.string(), z.string()).transform((fields, { addIssue }) => {
	const texts: Partial<Record<string, { subject: string; text: string }>> = {};
	for (const [locale, name] of Object.entries(LOCALES)) {
		const subject = oneLine(fields[`subject-${locale}`] ?? "").slice(0, 150);
		const body = (fields[`text-${locale}`] ?? "").trim().slice(0, 5000);
		if (subject && body) texts[locale] = { subject, text: body };
		else if (subject || body) {
			const message = `${name} has only a subject or only a text. Please write both, or neither.`;
			addIssue({ code: "custom", path: [`${body ? "subject" : "text"}-${locale}`], message });
		}
	}
	if (texts.en) return texts as AnnouncedTexts;
	addIssue({ code: "custom", path: ["text-en"], message: "Please write a subject and a text" });
	return z.NEVER;
});
