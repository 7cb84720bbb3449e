import * as z from "zod";
import { MAX_FILES_PER_SHARE } from "../../contract/constants.ts";
import { idField } from "../../contract/fields.ts";

const filesField = z.array(idField).max(MAX_FILES_PER_SHARE);

/** Single files to buy, by their ids. */
export const itemsField = z
	.strictObject({
		/** originals */
		full: filesField.default([]),
		/** pictures in web size; `*` for all of them */
		web: z.union([z.literal("*"), filesField]).default([]),
	})
	.refine(({ full, web }) => full.length + web.length > 0, "Choose at least one file");
export type Items = z.output<typeof itemsField>;

/** How many single files a purchase is of. */
export type Bought = {
	/** originals */
	full: number;
	/** pictures in web size; null for all of them */
	web: number | null;
};
