import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { PlatformEnv } from "../context.ts";
import { failure } from "../errors.ts";

/** Reads a body of at most `limit` bytes. @throws ApiError `request.too_large`, `request.malformed`. */
async function readAtMost(
	body: ReadableStream<Uint8Array>,
	limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = body.getReader();
	for (;;) {
		const { done, value } = await reader.read().catch((cause: unknown) => {
			throw failure("request.malformed", { message: "The connection broke off.", cause });
		});
		if (done) break;
		size += value.byteLength;
		if (size > limit) {
			await reader.cancel().catch(() => {});
			throw failure("request.too_large");
		}
		chunks.push(value);
	}
	const bytes = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, at);
		at += chunk.byteLength;
	}
	return bytes;
}

/**
 * Limits every body before a route reads it: by its declared length before a byte is read, and while reading, since
 * the length may be absent or wrong. `limitOf` returns the maximum number of bytes for a method and a path as in the
 * route table; null for a route that streams its body and limits it itself. @throws ApiError `request.too_large`
 * (413).
 */
export function limitBodies(limitOf: (method: string, path: string) => number | null) {
	return createMiddleware<PlatformEnv>(async (c, next) => {
		const { body, headers, method: sent } = c.req.raw;
		// No route reads the body of a GET or HEAD, and such a Request can't be rebuilt with one.
		if (!body || sent === "GET" || sent === "HEAD") return next();
		const matched = matchedRoutes(c);
		// Middleware matches too; it provides the limit of an address without a route.
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
