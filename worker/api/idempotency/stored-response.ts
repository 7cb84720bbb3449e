import { Buffer } from "node:buffer";
import { KIB } from "../../contract/constants.ts";
import { mac } from "../../platform/security/crypto.ts";

const MAX_BODY_BYTES = 512 * KIB;
/** Other headers are set anyway, or belong to one request. */
const KEPT_HEADERS = ["content-type", "content-language", "cache-control", "location"];
const IV_BYTES = 12;

export type Kept = { headers: [string, string][]; body: string | null };

/** Unreadable without the caller's credential and key. */
export type Seal = {
	secret: string;
	/** hash of the caller's token or cookie */
	credential: string;
	key: string;
	fingerprint: string;
};

async function keyOf({ secret, credential, key, fingerprint }: Seal): Promise<CryptoKey> {
	const parts = JSON.stringify([credential, key, fingerprint]);
	const bytes = Buffer.from(await mac(secret, `idempotent-response|${parts}`), "base64url");
	return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** AES-256-GCM. Null for a response that sets a cookie, which is a credential, isn't text, or is too long. */
export async function sealResponse(response: Response, seal: Seal): Promise<string | null> {
	const { headers } = response;
	if (headers.getSetCookie().length > 0) return null;
	const type = headers.get("content-type") ?? "";
	if (response.body && !/^(text\/|application\/json)/.test(type)) return null;
	const body = response.body ? await response.clone().text() : null;
	if (body !== null && Buffer.byteLength(body) > MAX_BODY_BYTES) return null;
	const kept: Kept = {
		headers: KEPT_HEADERS.flatMap((name): [string, string][] => {
			const value = headers.get(name);
			return value === null ? [] : [[name, value]];
		}),
		body,
	};
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const sealed = await crypto.subtle.encrypt(
		{ name: "AES-GCM", iv },
		await keyOf(seal),
		Buffer.from(JSON.stringify(kept)),
	);
	return Buffer.concat([iv, Buffer.from(sealed)]).toString("base64url");
}

/** Returns null for any other seal. */
export async function openResponse(sealed: string, seal: Seal): Promise<Kept | null> {
	const bytes = Buffer.from(sealed, "base64url");
	const opened = await crypto.subtle
		.decrypt(
			{ name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES) },
			await keyOf(seal),
			bytes.subarray(IV_BYTES),
		)
		.catch(() => null);
	if (!opened) return null;
	return JSON.parse(new TextDecoder().decode(opened)) as Kept;
}
