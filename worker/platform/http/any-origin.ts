import { createMiddleware } from "hono/factory";

/** For public data: browsers send such requests without cookies. */
export const anyOrigin = createMiddleware(async (c, next) => {
	await next();
	c.res.headers.set("Access-Control-Allow-Origin", "*");
});
