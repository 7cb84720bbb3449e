import * as z from "zod";
import { idField } from "../fields.ts";
import { previewField, SHARE_FIELDS, shapeFor } from "./share-fields.ts";

/** The maximum number of drafts of a creator. */
export const MAX_DRAFTS = 20;

export const draftParam = z.strictObject({ id: idField });

/** What is typed into the form for a new share, as typed: it need not be complete or valid yet. */
export const draftInput = z.strictObject({ ...shapeFor("typed"), preview: previewField });

export type DraftDetails = z.output<typeof draftInput>;

/** What the empty form has. */
export const EMPTY_DRAFT = {
	...Object.fromEntries(
		Object.entries(SHARE_FIELDS).flatMap(([name, field]) =>
			"typed" in field ? [[name, "empty" in field ? field.empty : ""]] : [],
		),
	),
	preview: previewField.parse({}),
} as DraftDetails; // a test parses it

/** A share that is not published yet: its text and settings, without files. */
export type ShareDraft = {
	/** chosen by the client that saved it first */
	id: string;
	/** text and settings as typed: they need not be valid yet */
	details: DraftDetails;
	updatedAt: string;
};
