import { createMiddleware } from "hono/factory";

/** Answers of the API are personal and kept by nobody, unless the route said otherwise. */
export const privateByDefault = createMiddleware(async (c, next) => {
	await next();
	if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "private, no-store");
});
