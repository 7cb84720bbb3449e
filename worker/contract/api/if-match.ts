import * as z from "zod";

/** The revisions that a list of entity tags names; those that are none of ours match nothing. */
const revisionsOf = (tags: string) =>
	tags.split(",").flatMap((tag) => {
		const [, revision] = /^\s*"(\d{1,15})"\s*$/.exec(tag) ?? [];
		return revision === undefined ? [] : [Number(revision)];
	});

/** The header of calls that edit or delete, see RFC 9110, 13.1.1. */
export const ifMatchHeaders = z.object({
	/** the `ETag` of what was read, so that nothing is overwritten which was changed meanwhile; `*` for any */
	"if-match": z
		.string()
		.transform((tags) => (tags.trim() === "*" ? undefined : revisionsOf(tags)))
		.optional(),
});
