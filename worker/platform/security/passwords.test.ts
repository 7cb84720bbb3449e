import { scryptSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceScrypt, restoreScrypt } from "../../test/fakes/quick-scrypt.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

beforeAll(restoreScrypt);
afterAll(replaceScrypt);

test("matches a password with its own hash only, and never produces two equal hashes", async () => {
	const [one, two] = await Promise.all([hashPassword("zebra8fjord"), hashPassword("zebra8fjord")]);
	expect(one).toMatch(/^scrypt\$14\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
	expect(one).not.toBe(two);
	expect(await verifyPassword(one, "zebra8fjord")).toEqual({ matches: true, outdated: false });
	expect((await verifyPassword(one, "zebra8fjorD")).matches).toBe(false);
});

test("never matches a missing account or an unusable hash", async () => {
	expect((await verifyPassword(null, "")).matches).toBe(false);
	expect((await verifyPassword("unusable", "unusable")).matches).toBe(false);
	expect((await verifyPassword("scrypt$14$8$5$$", "x")).matches).toBe(false);
});

test("matches a hash of older parameters and asks for its renewal", async () => {
	const salt = Buffer.from("0123456789abcdef");
	const key = scryptSync("zebra8fjord", salt, 32, { N: 2 ** 12, r: 8, p: 1 });
	const stored = `scrypt$12$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
	expect(await verifyPassword(stored, "zebra8fjord")).toEqual({ matches: true, outdated: true });
});

test("treats the same text in different Unicode compositions as the same password", async () => {
	const stored = await hashPassword("kirseb\u00e4r");
	expect((await verifyPassword(stored, "kirseba\u0308r")).matches).toBe(true);
});
