import { describe, expect, it } from "vitest";
import { descriptionField, emailField, titleField } from "./fields.ts";

describe("a title", () => {
	it.each([
		["  Sunset set ", "Sunset set"],
		["Sunset\r\nPrice: $0.00", "Sunset Price: $0.00"],
		["a\u0000b\u2028c", "a b c"],
		["invoice\u202egpj.exe", "invoicegpj.exe"],
		["\ud800 👩‍🎤 مجموعة", "\ufffd 👩‍🎤 مجموعة"],
	])("%j is kept as %j", (typed, kept) => {
		expect(titleField.parse(typed)).toBe(kept);
	});

	it.each(["", "   ", "\u200b\u200d", "\u0000", "\u202e", undefined])(
		"is missing in %j",
		(typed) => {
			expect(titleField.safeParse(typed).error?.issues[0]?.message).toBe("Title is required");
		},
	);

	it("limits a title's length", () => {
		expect(titleField.safeParse("x".repeat(5000)).success).toBe(false);
	});
});

describe("a description", () => {
	it("keeps its line breaks and loses other control characters and marks that reorder", () => {
		expect(descriptionField.parse(" one\n\ttwo\u0000\u001b[31m\u202e\r\n")).toBe("one\n\ttwo[31m");
		expect(descriptionField.parse("")).toBe("");
	});
});

describe("an email address", () => {
	it.each([
		[" Ada@Example.test ", "ada@example.test"],
		["ada@müller.de", "ada@xn--mller-kva.de"],
		["ada@MÜLLER.de", "ada@xn--mller-kva.de"],
		["ada@mu\u0308ller.de", "ada@xn--mller-kva.de"],
		["ada@xn--mller-kva.de", "ada@xn--mller-kva.de"],
		["ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
		["o'neil+shop@straße.example", "o'neil+shop@xn--strae-oqa.example"],
	])("%j becomes %s", (typed, kept) => {
		expect(emailField.parse(typed)).toBe(kept);
	});

	it.each([
		"ada@müller.de/x",
		"ada@müller.de:80",
		"ada@müller.de?x",
		"ada@@müller.de",
		"ada@mül ler.de",
		"ada@mül%2eler.de",
		"jürgen@example.test",
		"ada@müller",
		"ada@example.xn--",
		`${"a".repeat(250)}@b.de`,
	])("%j is refused", (typed) => {
		expect(emailField.safeParse(typed).error?.issues[0]?.message).toBe(
			"Please enter a valid email",
		);
	});
});
