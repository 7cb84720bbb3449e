import type { Context } from "hono";

/**
 * Gives a response that is an array the link to the page after it (RFC 8288), with the rest of the query as
 * it is; none on the last page, where `after` is null. It is relative, as proxies may name us otherwise.
 */
export function linkToNext(c: Context, after: string | null): void {
	if (after === null) return;
	const { pathname, searchParams } = new URL(c.req.url);
	const query = [...searchParams].filter(([name]) => name !== "after").concat([["after", after]]);
	const written = query.map((pair) => pair.map(encodeURIComponent).join("="));
	c.header("Link", `<${pathname}?${written.join("&")}>; rel="next"`);
}
