import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";

const SECRET = "a secret of at least thirty-two characters";

test("decrypts what was encrypted, and never produces the same ciphertext twice", async () => {
	const [one, two] = await Promise.all([
		encrypt(SECRET, "totp", "JBSWY3DP"),
		encrypt(SECRET, "totp", "JBSWY3DP"),
	]);
	expect(one).not.toBe(two);
	expect(one).not.toContain("JBSWY3DP");
	expect(await decrypt(SECRET, "totp", one)).toBe("JBSWY3DP");
});

test("decrypts nothing with another secret, another purpose or an altered text", async () => {
	const encrypted = await encrypt(SECRET, "totp", "JBSWY3DP");
	const altered = `${encrypted.slice(0, -2)}${encrypted.endsWith("AA") ? "BB" : "AA"}`;
	await expect(decrypt(`${SECRET}!`, "totp", encrypted)).rejects.toThrow();
	await expect(decrypt(SECRET, "other", encrypted)).rejects.toThrow();
	await expect(decrypt(SECRET, "totp", altered)).rejects.toThrow();
	await expect(decrypt(SECRET, "totp", "")).rejects.toThrow();
});
