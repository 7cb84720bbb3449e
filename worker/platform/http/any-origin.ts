import { createMiddleware } from "hono/factory";

/**
 * Lets the scripts of every site read what is public, refusals too. Browsers send such a request without cookies
 * (`*` allows no others), so the response has nothing of the visitor.
 */
export const anyOrigin = createMiddleware(async (c, next) => {
	await next();
	c.res.headers.set("Access-Control-Allow-Origin", "*");
});
