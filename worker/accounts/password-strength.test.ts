import { expect, test } from "vitest";
import { testCtx } from "../test/fixtures/test-app.ts";
import { requireStrongPassword } from "./password-strength.ts";

const email = "Jolanta.K@example.test";
const check = (password: string) => requireStrongPassword(testCtx(), { password, email });

test.each([
	"123456",
	"1234567890",
	"password",
	"Password1",
	"letmein",
	"qwerty",
	"QwErTy123",
	"1q2w3e4r",
	"aaaaaa",
	"121212",
	"654321",
	"abcdef",
	"abcabcabc",
	"sunshine",
	"trustno1",
	"Jolanta.K@example.test",
	"jolanta.k@EXAMPLE.test",
])("refuses %s", async (password) => {
	await expect(check(password)).rejects.toMatchObject({
		code: "request.invalid",
		fields: { password: "This password is too easy to guess. Please choose another one." },
	});
});

test.each([
	"correct horse battery",
	"x9!kQm",
	"kirsebær i mai",
	"zebra8fjord",
	"lighthouse-42",
	"kestrel-99",
	"Berlin1987",
	"notapassword-really",
	"abcdef2024",
	"P@ssw0rd!",
	"jolanta.k",
	"tillbox and the moon",
])("accepts %s", async (password) => {
	await expect(check(password)).resolves.toBeUndefined();
});
