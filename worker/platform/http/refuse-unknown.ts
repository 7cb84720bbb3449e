import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { PlatformEnv } from "../context.ts";
import { failure } from "../errors.ts";
import { traitOf } from "./traits.ts";
import { unknownNames } from "./validation.ts";

const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Throws `request.malformed` for a body without names. */
async function namesIn({ req }: Context): Promise<string[]> {
	const text = await req.raw.clone().text();
	if (text === "") return [];
	const isForm = FORM_TYPE.test(req.header("content-type") ?? "");
	const body: unknown = await (isForm
		? req.parseBody()
		: Promise.resolve(text).then(JSON.parse)
	).catch(() => null);
	if (typeof body !== "object" || body === null || Array.isArray(body))
		throw failure("request.malformed", "This call takes no body.");
	return Object.keys(body);
}

/**
 * Refuses query parameters and body fields if the route reads none. `readsBody`: routes that read another body than
 * JSON. Throws `request.invalid`, which names each.
 */
export function refuseUnknown(readsBody: (method: string, path: string) => boolean) {
	return createMiddleware<PlatformEnv>(async (c, next) => {
		const { search, searchParams } = new URL(c.req.url);
		const hasBody = c.req.raw.body !== null && c.req.method !== "GET" && c.req.method !== "HEAD";
		if (search.length <= 1 && !hasBody) return next();
		const matched = matchedRoutes(c);
		const own = matched.filter(({ path }) => !path.includes("*"));
		// An address without a route gets its usual response.
		if (own.length === 0) return next();
		const targets = new Set(own.map(({ handler }) => traitOf(handler)?.input?.target));
		if (!targets.has("query")) {
			const names = [...new Set(searchParams.keys())];
			if (names.length > 0) throw unknownNames("query", names);
		}
		const isRead =
			targets.has("json") ||
			targets.has("form") ||
			own.some(({ method, path }) => readsBody(method, path));
		if (hasBody && !isRead) {
			const names = await namesIn(c);
			if (names.length > 0) throw unknownNames("json", names);
		}
		return next();
	});
}
