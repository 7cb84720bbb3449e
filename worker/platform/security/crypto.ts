import { base64url } from "../ids.ts";

const encoder = new TextEncoder();

/** URL-safe base64; stored instead of tokens. */
export async function sha256(text: string): Promise<string> {
	return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}

const keys = new Map<string, Promise<CryptoKey>>();
function macKey(secret: string): Promise<CryptoKey> {
	let key = keys.get(secret);
	if (!key) {
		key = crypto.subtle.importKey(
			"raw",
			encoder.encode(secret),
			{ name: "HMAC", hash: "SHA-256" },
			false,
			["sign", "verify"],
		);
		keys.set(secret, key);
	}
	return key;
}

/** HMAC-SHA-256 as URL-safe base64. Begin the text with a purpose, so that a MAC for one is never valid for another. */
export async function mac(secret: string, text: string): Promise<string> {
	const signature = await crypto.subtle.sign("HMAC", await macKey(secret), encoder.encode(text));
	return base64url(new Uint8Array(signature));
}

export async function macMatches(
	secret: string,
	text: string,
	signature: string,
): Promise<boolean> {
	return constantTimeEqual(await mac(secret, text), signature);
}

export function constantTimeEqual(a: string, b: string): boolean {
	const left = encoder.encode(a);
	const right = encoder.encode(b);
	if (left.length !== right.length) return false;
	return crypto.subtle.timingSafeEqual(left, right);
}
