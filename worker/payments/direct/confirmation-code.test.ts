import { describe, expect, it } from "vitest";
import { confirmationCodeOf } from "./confirm-direct.ts";

describe("a confirmation code", () => {
	it.each([
		"abc123",
		"#ABC123",
		" # a b c 1 2 3 ",
		"ABC-123",
		"ＡＢＣ１２３",
		"ABC\u200b123",
		"ABC\u00ad123",
		"ABC\u0000123",
		"\u202eABC123",
		"ABC123\ufe0f",
	])("typed as %j is ABC123", (typed) => {
		expect(confirmationCodeOf(typed)).toBe("ABC123");
	});

	it("differs from a code that it imitates with letters of other scripts", () => {
		expect(confirmationCodeOf("\u0410BC123")).toBe("BC123");
	});

	it.each(["#", "\u200b", "—", "код"])("finds no code in %j", (typed) => {
		expect(() => confirmationCodeOf(typed)).toThrow(
			expect.objectContaining({
				code: "request.invalid",
				fields: { confirmationCode: "Enter the confirmation code" },
			}),
		);
	});
});
