import * as z from "zod";
import { idField } from "../../contract/fields.ts";
import { previewField, SHARE_FIELDS, shapeFor } from "../shares/contract/share-fields.ts";

export const MAX_DRAFTS = 20;

export const draftParam = z.strictObject({ id: idField });

/** A form as typed: it may be incomplete or invalid. */
export const draftInput = z.strictObject({ ...shapeFor("typed"), preview: previewField });

export type DraftDetails = z.output<typeof draftInput>;

export const EMPTY_DRAFT = {
	...Object.fromEntries(
		Object.entries(SHARE_FIELDS).flatMap(([name, field]) =>
			"typed" in field ? [[name, "empty" in field ? field.empty : ""]] : [],
		),
	),
	preview: previewField.parse({}),
} as DraftDetails; // a test parses it

/** The text and settings of a share that isn't published yet, without files. */
export type ShareDraft = {
	/** chosen by the client that saved it first */
	id: string;
	/** as typed: may be invalid */
	details: DraftDetails;
	updatedAt: string;
};
