import { expect, test } from "vitest";
import { seal, unseal } from "./seal.ts";

const SECRET = "a secret of at least thirty-two characters";

test("what was sealed is opened again, and never looks the same twice", async () => {
	const [one, two] = await Promise.all([
		seal(SECRET, "totp", "JBSWY3DP"),
		seal(SECRET, "totp", "JBSWY3DP"),
	]);
	expect(one).not.toBe(two);
	expect(one).not.toContain("JBSWY3DP");
	expect(await unseal(SECRET, "totp", one)).toBe("JBSWY3DP");
});

test("another secret, another purpose or an altered text opens nothing", async () => {
	const sealed = await seal(SECRET, "totp", "JBSWY3DP");
	const altered = `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`;
	await expect(unseal(`${SECRET}!`, "totp", sealed)).rejects.toThrow();
	await expect(unseal(SECRET, "other", sealed)).rejects.toThrow();
	await expect(unseal(SECRET, "totp", altered)).rejects.toThrow();
	await expect(unseal(SECRET, "totp", "")).rejects.toThrow();
});
