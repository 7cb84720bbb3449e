import type { Context } from "hono";

/**
 * Adds a link to the next page (RFC 8288) unless `after` is null; relative, since proxies may use another host
 * name.
 */
export function linkToNext(c: Context, after: string | null): void {
	if (after === null) return;
	const { pathname, searchParams } = new URL(c.req.url);
	const query = [...searchParams].filter(([name]) => name !== "after").concat([["after", after]]);
	const written = query.map((pair) => pair.map(encodeURIComponent).join("="));
	c.header("Link", `<${pathname}?${written.join("&")}>; rel="next"`);
}
