import { crc32 } from "../../platform/storage/crc32.ts";
import { TOKEN_PREFIX } from "./contract.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 178 bits. */
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** A multiple of 62: larger bytes would make some characters likelier. */
const FAIR_BYTES = 248;

function randomSecret(): string {
	let secret = "";
	while (secret.length < SECRET_LENGTH)
		for (const byte of crypto.getRandomValues(new Uint8Array(SECRET_LENGTH)))
			if (byte < FAIR_BYTES && secret.length < SECRET_LENGTH) secret += DIGITS[byte % 62];
	return secret;
}

/** CRC-32 in base 62, so that scanners recognise tokens without asking us. */
function checksumOf(secret: string): string {
	let rest = crc32(new TextEncoder().encode(secret));
	let text = "";
	for (let n = 0; n < CHECKSUM_LENGTH; n++) {
		text = `${DIGITS[rest % 62]}${text}`;
		rest = Math.floor(rest / 62);
	}
	return text;
}

export function newTokenText(prefix = TOKEN_PREFIX): string {
	const secret = randomSecret();
	return `${prefix}${secret}${checksumOf(secret)}`;
}

export function isTokenText(text: string): boolean {
	if (!text.startsWith(TOKEN_PREFIX)) return false;
	const secret = text.slice(TOKEN_PREFIX.length, -CHECKSUM_LENGTH);
	return secret.length === SECRET_LENGTH && text.slice(-CHECKSUM_LENGTH) === checksumOf(secret);
}
