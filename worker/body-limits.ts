import { KIB, MIB } from "./contract/constants.ts";

/** Bytes that a body may have where nothing else is said. */
export const MAX_JSON_BYTES = MIB;
/** Bytes for calls that anyone may make, or that hold a few short fields. */
export const MAX_SMALL_BYTES = 256 * KIB;

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
	return SMALL.some((start) => path.startsWith(start)) ? MAX_SMALL_BYTES : MAX_JSON_BYTES;
}
