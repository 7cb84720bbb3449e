export function base64url(bytes: Uint8Array): string {
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Returns an unguessable id of `bytes` random bytes (by default 16 = 128 bits). Never begins with a hyphen, which
 * command lines take for an option.
 */
export function randomId(bytes = 16): string {
	const id = base64url(crypto.getRandomValues(new Uint8Array(bytes)));
	return id.startsWith("-") ? randomId(bytes) : id;
}
