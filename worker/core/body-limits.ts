import { KIB, MIB } from "../contract/constants.ts";
import { MAX_AVATAR_BYTES } from "../pages/storefront/contract/creator-page.ts";

/** For routes without a limit of their own. */
export const MAX_JSON_BYTES = MIB;
/** For routes that anyone may call, or that take a few short fields. */
export const MAX_SMALL_BYTES = 256 * KIB;

/** These limit their bodies themselves, while reading. */
const STREAMED = new Set([
	"POST /api/file-shares",
	"PUT /api/uploads/:id/files/:fileId/parts/:n",
	"PUT /api/uploads/:id/files/:fileId/preview",
	"PUT /api/files/:id/preview",
	"PUT /api/file-shares/:shareId/pictures/:kind",
]);
const OWN = new Map([
	["PUT /api/creator-page/avatar", MAX_AVATAR_BYTES],
	// The files of a small share as base64, which adds a third.
	["POST /mcp", 5 * MIB],
]);
/** Routes that read bodies other than JSON. */
const RAW = new Set(["PUT /api/creator-page/avatar", "POST /api/stripe/webhook"]);
const SMALL = [
	"/api/register",
	"/api/login",
	"/api/logout",
	"/api/password/",
	"/api/email/",
	"/api/totp/",
	"/api/session",
	"/api/passkeys",
	"/api/applications",
	"/api/oauth/",
	"/oauth/",
	"/api/user",
	"/api/account",
	"/api/support",
	"/api/reports",
	"/api/begin-direct-payment",
	"/api/confirm-direct-payment",
	"/api/direct-claims/",
	"/api/receipts/",
	"/api/purchases/",
	"/api/creator-page",
	"/api/invoice-details",
	"/api/withdrawals",
	"/api/file-shares/:shareId/unlock",
	"/share/",
];

export const readsBody = (method: string, path: string): boolean =>
	STREAMED.has(`${method} ${path}`) || RAW.has(`${method} ${path}`);

/** Null if the route streams its body. `path` is as in the route table. */
export function bodyLimitOf(method: string, path: string): number | null {
	if (STREAMED.has(`${method} ${path}`)) return null;
	const own = OWN.get(`${method} ${path}`);
	if (own !== undefined) return own;
	return SMALL.some((start) => path.startsWith(start)) ? MAX_SMALL_BYTES : MAX_JSON_BYTES;
}
