import { createMiddleware } from "hono/factory";

const DEFAULTS: Readonly<Record<string, string>> = {
	"X-Content-Type-Options": "nosniff",
	"Cache-Control": "private, no-store",
	"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy": "no-referrer",
};

export const apiHeaders = createMiddleware(async (c, next) => {
	await next();
	const { headers } = c.res;
	for (const [name, value] of Object.entries(DEFAULTS))
		if (!headers.has(name)) headers.set(name, value);
	if (new URL(c.req.url).protocol === "https:")
		headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
});
