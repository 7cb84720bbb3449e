import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ifMatchHeaders } from "../contract/api/if-match.ts";
import { withTrait } from "../platform/http/traits.ts";
import type { CreatorEnv } from "./context.ts";

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

/** Moves the revision of a response's body to its `ETag`. */
export function withEtag<T extends { revision: number }>(
	c: Context,
	{ revision, ...shown }: T,
): Omit<T, "revision"> {
	setEtag(c, { revision });
	return shown;
}
