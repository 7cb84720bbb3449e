import crypto, { scrypt } from "node:crypto";

/**
 * Password hashes take 140 ms each, on purpose, and hundreds of tests sign in. Tests derive them
 * from the same inputs, including the declared cost, at the least cost; only the tests of the
 * hashes pay the full one.
 */

const LEAST = { N: 2, r: 1, p: 1 };

const quick = (...given: Parameters<typeof scrypt>) => {
	const [password, salt, length, { N, r, p }, done] = given;
	scrypt(
		password,
		`${N} ${r} ${p} ${Buffer.from(salt as Uint8Array).toString("hex")}`,
		length,
		LEAST,
		done,
	);
};

export function replaceScrypt(): void {
	Object.assign(crypto, { scrypt: quick });
}

export function restoreScrypt(): void {
	Object.assign(crypto, { scrypt });
}
