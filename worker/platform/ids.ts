/** Encodes bytes as URL-safe base64 without padding. */
export function base64url(bytes: Uint8Array): string {
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns an unguessable id of `bytes` random bytes (by default 16 = 128 bits). */
export function randomId(bytes = 16): string {
	return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}
