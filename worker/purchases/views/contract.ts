import * as z from "zod";
import { MAX_FILES_PER_SHARE } from "../../contract/constants.ts";
import { idField } from "../../contract/fields.ts";

const ids = z.array(idField).max(MAX_FILES_PER_SHARE).default([]);

/** Files that a browser counts for the first time. */
export const fileCountsInput = z.strictObject({
	/** opened in the viewer */
	seen: ids,
	/** chosen with a heart */
	hearts: ids,
});
