import * as z from "zod";

/** Returns the revisions in a list of entity tags; foreign tags match nothing. */
const revisionsOf = (tags: string) =>
	tags.split(",").flatMap((tag) => {
		const [, revision] = /^\s*"(\d{1,15})"\s*$/.exec(tag) ?? [];
		return revision === undefined ? [] : [Number(revision)];
	});

/** RFC 9110, 13.1.1. */
export const ifMatchHeaders = z.object({
	/** the `ETag` that was read, so that no other change is overwritten; `*` for any */
	"if-match": z
		.string()
		.transform((tags) => (tags.trim() === "*" ? undefined : revisionsOf(tags)))
		.optional(),
});
