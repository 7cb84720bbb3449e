import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import { withTrait } from "../platform/http/traits.ts";
import type { CreatorEnv } from "./context.ts";

/** Foreign tags match nothing. */
const revisionsOf = (tags: string) =>
	tags.split(",").flatMap((tag) => {
		const [, revision] = /^\s*"(\d{1,15})"\s*$/.exec(tag) ?? [];
		return revision === undefined ? [] : [Number(revision)];
	});

/** RFC 9110, 13.1.1. */
const ifMatchHeaders = z.object({
	/** the `ETag` that was read, so that no other change is overwritten; `*` for any */
	"if-match": z
		.string()
		.transform((tags) => (tags.trim() === "*" ? undefined : revisionsOf(tags)))
		.optional(),
});

/** Reads `If-Match`, for verbs whose batch begins with `unlessChanged`. */
export const ifMatch = withTrait(
	{ errors: ["request.changed_meanwhile"], input: { target: "header", schema: ifMatchHeaders } },
	createMiddleware<CreatorEnv>(async (c, next) => {
		const { "if-match": revisions } = ifMatchHeaders.parse(c.req.header());
		if (revisions) c.set("creator", { ...c.var.creator, revisions });
		await next();
	}),
);

export const setEtag = (c: Context, { revision }: { revision: number }) =>
	c.header("ETag", `"${revision}"`);

/** Moves a response's revision to its `ETag`. */
export function withEtag<T extends { revision: number }>(
	c: Context,
	{ revision, ...shown }: T,
): Omit<T, "revision"> {
	setEtag(c, { revision });
	return shown;
}
