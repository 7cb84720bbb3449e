import { describe, expect, it } from "vitest";
import { descriptionField, titleField } from "./fields.ts";

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

	it("has a maximum length", () => {
		expect(titleField.safeParse("x".repeat(5000)).success).toBe(false);
	});
});

describe("a description", () => {
	it("keeps its line breaks and loses other control characters and marks that reorder", () => {
		expect(descriptionField.parse(" one\n\ttwo\u0000\u001b[31m\u202e\r\n")).toBe("one\n\ttwo[31m");
		expect(descriptionField.parse("")).toBe("");
	});
});
