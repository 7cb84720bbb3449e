import { Buffer } from "node:buffer";
import crypto, { randomBytes, timingSafeEqual } from "node:crypto";

/** OWASP's profile of 16 MiB, about 140 ms. It can be raised: older hashes are renewed at sign-in. */
const CURRENT = { log2N: 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

type Cost = { log2N: number; r: number; p: number };
type Hash = Cost & { salt: Buffer; key: Buffer };

function derive(password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
	const N = 2 ** log2N;
	// A password typed on another keyboard may arrive in a different Unicode composition.
	return new Promise((resolve, reject) =>
		// Read from the module at each call, since tests replace it with a cheaper derivation.
		crypto.scrypt(
			password.normalize("NFKC"),
			salt,
			KEY_BYTES,
			{ N, r, p, maxmem: 256 * N * r },
			(error, key) => (error ? reject(error) : resolve(key)),
		),
	);
}

function decode(stored: string | null): Hash | null {
	const match = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? "");
	if (!match) return null;
	const [, log2N, r, p, salt = "", key = ""] = match;
	return {
		log2N: Number(log2N),
		r: Number(r),
		p: Number(p),
		salt: Buffer.from(salt, "base64url"),
		key: Buffer.from(key, "base64url"),
	};
}

/** `scrypt$log2N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password, salt, CURRENT);
	const { log2N, r, p } = CURRENT;
	return `scrypt$${log2N}$${r}$${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/**
 * `outdated` hashes should be renewed. Makes exactly one derivation, even with `null` (no such account), so that
 * the duration reveals nothing.
 */
export async function verifyPassword(
	stored: string | null,
	password: string,
): Promise<{ matches: boolean; outdated: boolean }> {
	const hash = decode(stored);
	const key = await derive(password, hash?.salt ?? Buffer.alloc(SALT_BYTES), hash ?? CURRENT);
	if (!hash || hash.key.length !== key.length) return { matches: false, outdated: false };
	const { log2N, r, p } = CURRENT;
	return {
		matches: timingSafeEqual(hash.key, key),
		outdated: hash.log2N !== log2N || hash.r !== r || hash.p !== p,
	};
}
