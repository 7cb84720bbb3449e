import * as z from "zod";
import { MAX_FILES_PER_SHARE } from "../../../contract/constants.ts";
import { countTyped } from "./singles.ts";

/** How a share asks its clients to choose. */
export const choosingField = z.strictObject({
	/** how many files; null for any number */
	count: z.coerce
		.number()
		.int()
		.min(1)
		.max(MAX_FILES_PER_SHARE)
		.nullable()
		.default(null)
		.describe("how many files; null for any number"),
	/** false once the creator has closed the round */
	open: z.boolean().default(true).describe("false once the creator has closed the round"),
});
export type Choosing = z.output<typeof choosingField>;
/** The same as typed into a form: may be invalid. */
export const typedChoosing = choosingField.extend({
	/** how many files; null for any number */
	count: countTyped.nullable(),
});
