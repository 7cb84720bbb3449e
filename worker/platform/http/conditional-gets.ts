import { createMiddleware } from "hono/factory";
import { evaluate } from "./http-conditions.ts";

/**
 * Evaluates `If-None-Match` and `If-Match` for a GET or HEAD of anything with an `ETag`. Files evaluate theirs
 * before reading a byte.
 */
export const conditionalGets = createMiddleware(async (c, next) => {
	await next();
	const { body, headers } = c.res;
	const etag = headers.get("ETag");
	if (c.res.status !== 200 || etag === null || !/^(?:GET|HEAD)$/.test(c.req.method)) return;
	const representation = { etag, lastModified: null, size: 0 };
	const { status } = evaluate("HEAD", c.req.raw.headers, representation);
	if (status === 200) return;
	await body?.cancel();
	const stillSent = new Headers(headers);
	for (const name of ["Content-Type", "Content-Length", "Content-Disposition"])
		stillSent.delete(name);
	// Otherwise Hono would add the former response's headers.
	c.res = undefined;
	c.res = new Response(null, { status, headers: stillSent });
});
