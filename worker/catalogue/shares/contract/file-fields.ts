import * as z from "zod";
import { MAX_SHOWN_PAGES } from "../../../contract/constants.ts";
import type { Values } from "./field-table.ts";

type FileField = {
	/** as its upload begins; absent if it can't be given yet */
	upload?: z.ZodType;
	/** absent if it can't be changed */
	edit?: z.ZodType;
	/** in responses, unless it is falsy */
	shown?: z.ZodType;
	/** of new files */
	empty: unknown;
	/** by replacing files, unless it is falsy */
	isInherited?: true;
	/** for the API's description and models; the comment above a field is about responses */
	about: string;
};

const flag = z.boolean();

/**
 * The fields of a file that its creator sets, by the names of their columns. Uploads, edits, the form for a new share,
 * responses, the account's export, the API's description and the tools for models are built from this table.
 */
export const FILE_FIELDS = {
	/** true: no preview of it is shown, whatever the share shows; absent otherwise */
	noPreview: {
		upload: flag,
		edit: flag,
		shown: flag,
		empty: false,
		isInherited: true,
		about: "true: no preview of it is shown",
	},
	/** true: sold only with the whole share; absent otherwise */
	wholeOnly: {
		upload: flag,
		edit: flag,
		shown: flag,
		empty: false,
		isInherited: true,
		about: "true: sold only with the whole share, where single files are sold too",
	},
	hiddenPages: {
		edit: z.array(z.number().int().min(1).max(MAX_SHOWN_PAGES)).max(MAX_SHOWN_PAGES - 1),
		empty: [],
		about: "numbers of a document's pages, from 1, that aren't shown",
	},
} satisfies Record<string, FileField>;

export type UploadedFields = Values<typeof FILE_FIELDS, "upload">;
export type ShownFileFields = Partial<Values<typeof FILE_FIELDS, "shown">>;
type Given = Readonly<Record<string, unknown>>;

const FIELDS = Object.entries<FileField>(FILE_FIELDS);

export const uploadedFields = (given: Given, replaced: Given = {}) =>
	Object.fromEntries(
		FIELDS.filter(([, { upload }]) => upload).map(([name, { isInherited, empty }]) => [
			name,
			(isInherited && replaced[name]) || given[name] || empty,
		]),
	) as UploadedFields; // it has just these

export const shownFileFields = (file: Given) =>
	Object.fromEntries(
		FIELDS.filter(([name, { shown }]) => shown && file[name]).map(([name]) => [name, file[name]]),
	) as ShownFileFields; // it has just these
