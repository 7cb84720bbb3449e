import * as z from "zod";
import { idField, oneLine } from "../fields.ts";
import { draftInput } from "./drafts.ts";

/** The maximum number of templates of a creator. */
export const MAX_TEMPLATES = 50;
export const MAX_TEMPLATE_NAME = 80;

export const templateParam = z.strictObject({ id: idField });

const templateNameField = z
	.string({ error: "Give it a name" })
	.transform(oneLine)
	.pipe(
		z
			.string()
			.regex(/[^\p{C}\p{Z}]/u, "Give it a name")
			.max(MAX_TEMPLATE_NAME, `The name may have ${MAX_TEMPLATE_NAME} characters at most`),
	);

/** What a template sets in the form for a new share: all of it but the title. */
export const templateDetails = draftInput.omit({ title: true });
export type TemplateDetails = z.output<typeof templateDetails>;

export const templateInput = z.strictObject({
	/** what the creator calls it */
	name: templateNameField,
	/** what it sets */
	details: templateDetails,
});
/** The body of the route that renames a template, and of the one that makes one of a share. */
export const templateNameInput = z.strictObject({
	/** what the creator calls it */
	name: templateNameField,
});

/** Description, licence and settings under a name, for further shares. */
export type ShareTemplate = {
	id: string;
	/** what the creator calls it */
	name: string;
	/** what it sets in the form for a new share */
	details: TemplateDetails;
	updatedAt: string;
};
