import { createMiddleware } from "hono/factory";

/** Lets the scripts of every site read what is public. Browsers send such requests without cookies. */
export const anyOrigin = createMiddleware(async (c, next) => {
	await next();
	c.res.headers.set("Access-Control-Allow-Origin", "*");
});
