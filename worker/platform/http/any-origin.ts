import { createMiddleware } from "hono/factory";

/**
 * Lets every site's scripts read what is public, including refusals. Browsers send such requests without cookies (`*`
 * allows no others), so the response contains nothing of the visitor's.
 */
export const anyOrigin = createMiddleware(async (c, next) => {
	await next();
	c.res.headers.set("Access-Control-Allow-Origin", "*");
});
