import { createMiddleware } from "hono/factory";
import { withTrait } from "./traits.ts";

type Deprecation = {
	since: Date;
	/** when the address may be removed, if known */
	sunset?: Date;
	link: string;
};

/**
 * Marks a route as deprecated by `Deprecation` (RFC 9745), `Sunset` (RFC 8594), a `Link` and in the API's
 * description.
 */
export function deprecated({ since, sunset, link }: Deprecation) {
	return withTrait(
		{ errors: [], deprecated: true },
		createMiddleware(async (c, next) => {
			await next();
			c.header("Deprecation", `@${Math.floor(since.getTime() / 1000)}`);
			if (sunset) c.header("Sunset", sunset.toUTCString());
			c.header("Link", `<${link}>; rel="deprecation"; type="text/html"`, { append: true });
		}),
	);
}
