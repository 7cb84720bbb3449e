/** Bytes as URL-safe base 64 without padding. */
export function base64url(bytes: Uint8Array): string {
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** An unguessable id of `bytes` random bytes (16 = 128 bits unless told). */
export function randomId(bytes = 16): string {
	return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}
