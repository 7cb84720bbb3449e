import { expect, test } from "vitest";
import { testCtx } from "../../test/test-app.ts";
import { commonPasswords, isGuessable } from "./common-passwords.ts";

const common = await commonPasswords(testCtx());

test.each([
	"123456",
	"1234567890",
	"987654",
	"password",
	"Password1",
	"PASSWORD123!",
	"P@ssw0rd",
	"p4ssword",
	"letmein",
	"qwerty",
	"qwertz",
	"QwErTy123",
	"1q2w3e4r",
	"iloveyou2",
	"aaaaaa",
	"abcabcabc",
	"121212",
	"abcdefgh",
	"Summer2024",
	"sunshine",
	"trustno1",
	"monkey!",
	"qwertyqwerty1",
	"abcdef2024",
])("refuses %s", (password) => {
	expect(isGuessable(password, common)).toBe(true);
});

test.each([
	"correct horse battery",
	"tuva-rinner-ned",
	"x9!kQm",
	"kirsebær i mai",
	"notapassword-really",
	"passwordless-future",
	"zebra8fjord",
])("accepts %s", (password) => {
	expect(isGuessable(password, common)).toBe(false);
});

test("refuses the account's own e-mail address and names", () => {
	const about = ["Jolanta.K@example.test", "Tillbox"];
	expect(isGuessable("jolanta.k@example.test", common, about)).toBe(true);
	expect(isGuessable("Jolanta.K99", common, about)).toBe(true);
	expect(isGuessable("tillbox1!", common, about)).toBe(true);
	expect(isGuessable("tillbox and the moon", common, about)).toBe(false);
});
