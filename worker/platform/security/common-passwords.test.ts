import { expect, test } from "vitest";
import { isGuessable } from "./common-passwords.ts";

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
])("refuses %s", (password) => {
	expect(isGuessable(password)).toBe(true);
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
	expect(isGuessable(password)).toBe(false);
});

test("refuses the account's own e-mail address and names", () => {
	const about = ["Jolanta.K@example.test", "Tillbox"];
	expect(isGuessable("jolanta.k@example.test", about)).toBe(true);
	expect(isGuessable("Jolanta.K99", about)).toBe(true);
	expect(isGuessable("tillbox1!", about)).toBe(true);
	expect(isGuessable("tillbox and the moon", about)).toBe(false);
});
