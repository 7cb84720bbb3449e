import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "../../context.ts";
import { KIB, MIB } from "../../contract/constants.ts";
import { failure } from "../errors.ts";

/** Bytes that a body may have where nothing else is said. */
export const MOST_JSON_BYTES = MIB;
/** Bytes for calls that anyone may make, or that hold a few short fields. */
export const MOST_SMALL_BYTES = 256 * KIB;

/** Routes whose bodies are streamed: they bound them themselves, while reading. */
const STREAMED = new Set([
	"POST /api/file-shares",
	"PUT /api/uploads/:id/files/:fileId/parts/:n",
	"PUT /api/uploads/:id/files/:fileId/preview",
]);
const SMALL = [
	...["/api/register", "/api/login", "/api/logout", "/api/password/", "/api/email/"],
	...["/api/totp/", "/api/sessions", "/api/user", "/api/account", "/api/support", "/api/reports"],
	...["/api/begin-direct-payment", "/api/confirm-direct-payment", "/api/direct-claims/"],
	...["/api/receipts/", "/api/purchases/"],
];

/**
 * The most bytes that a route takes, by its method and its path as in the route table; null for a
 * route that streams its body. A new route is limited unless it is named here.
 */
export function bodyLimitOf(method: string, path: string): number | null {
	if (STREAMED.has(`${method} ${path}`)) return null;
	return SMALL.some((start) => path.startsWith(start)) ? MOST_SMALL_BYTES : MOST_JSON_BYTES;
}

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
 * Bounds every body before a route sees it: by its declared length before a byte is read, and while
 * reading, since a length may be absent or wrong. @throws ApiError `request.too_large` (413).
 */
export const limitBodies = createMiddleware<AppEnv>(async (c, next) => {
	const { body, headers } = c.req.raw;
	if (!body) return next();
	const limits = matchedRoutes(c).map(({ method, path }) => bodyLimitOf(method, path));
	if (limits.includes(null)) return next();
	const limit = Math.min(...limits.map(Number));
	if (Number(headers.get("content-length") ?? 0) > limit) throw failure("request.too_large");
	c.req.raw = new Request(c.req.raw, { body: await readAtMost(body, limit) });
	return next();
});
