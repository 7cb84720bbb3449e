import { createMiddleware } from "hono/factory";
import { withTrait } from "./traits.ts";

type Deprecation = {
	/** since when clients should use something else */
	since: Date;
	/** when the address may be removed; undefined while that is open */
	sunset?: Date;
	/** where the replacement is described */
	link: string;
};

/**
 * Marks a route as deprecated in every response, by `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link`, and
 * in the API's description. It keeps working.
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
