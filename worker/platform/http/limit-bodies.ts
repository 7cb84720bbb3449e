import { Buffer } from "node:buffer";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { PlatformEnv } from "../context.ts";
import { failure } from "../errors.ts";

/** Throws `request.too_large` beyond `limit` bytes, `request.malformed` if the sender disconnects. */
async function readAtMost(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = body.getReader();
	for (;;) {
		const { done, value } = await reader.read().catch((cause: unknown) => {
			throw failure("request.malformed", { message: "The connection broke off.", cause });
		});
		if (done) return Buffer.concat(chunks);
		size += value.byteLength;
		if (size > limit) {
			await reader.cancel().catch(() => {});
			throw failure("request.too_large");
		}
		chunks.push(value);
	}
}

/**
 * Checks bodies by their declared length and while reading, since the length may be absent or wrong. `limitOf`
 * returns bytes for a method and a path as in the route table, or null if the route limits its body itself. Throws
 * `request.too_large`.
 */
export function limitBodies(limitOf: (method: string, path: string) => number | null) {
	return createMiddleware<PlatformEnv>(async (c, next) => {
		const { body, headers, method: sent } = c.req.raw;
		// No route reads the body of a GET or HEAD, and such a Request can't be rebuilt with one.
		if (!body || sent === "GET" || sent === "HEAD") return next();
		const matched = matchedRoutes(c);
		// An address without a route has the limit of its middleware.
		const routes = matched.filter(({ path }) => !path.includes("*"));
		const limits = (routes.length > 0 ? routes : matched).map(({ method, path }) =>
			limitOf(method, path),
		);
		if (limits.includes(null)) return next();
		const limit = Math.min(...limits.map(Number));
		if (Number(headers.get("content-length") ?? 0) > limit) throw failure("request.too_large");
		c.req.raw = new Request(c.req.raw, { body: await readAtMost(body, limit) });
		return next();
	});
}
