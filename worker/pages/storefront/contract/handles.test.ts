import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_APP_NAME } from "../../../contract/constants.ts";
import { paths } from "../../../contract/paths.ts";
import { SCREENS } from "../../../contract/screens.ts";
import { handleField, isReservedHandle, MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH } from "./handles.ts";

const accepts = (text: string) => handleField.safeParse(text).success;

/** The rules, said once more without a regular expression. */
function followsTheRules(handle: string): boolean {
	const parts = handle.split("-");
	const allowed = new Set("abcdefghijklmnopqrstuvwxyz0123456789");
	return (
		handle.length >= MIN_HANDLE_LENGTH &&
		handle.length <= MAX_HANDLE_LENGTH &&
		parts.every((part) => part.length > 0 && [...part].every((char) => allowed.has(char)))
	);
}

describe("handles", () => {
	it.each(["ada", "ada-byron", "a-1", "007", "x".repeat(30), "a-b-c-d-e"])(
		"accept %s",
		(handle) => {
			expect(accepts(handle)).toBe(true);
		},
	);

	it.each([
		"",
		"ab",
		"x".repeat(31),
		"-ada",
		"ada-",
		"ada--byron",
		"ada_byron",
		"ada byron",
		"ада",
		"ada.byron",
		"ada/byron",
		"adä",
		"ada\u200b",
		"%61da",
		"ada\u0000",
		"ａｄａ",
		"ada\n-b",
	])("refuse %j", (handle) => {
		expect(accepts(handle)).toBe(false);
	});

	it("lower-cases handles and drops blanks around them", () => {
		expect(handleField.parse("  Ada-Byron ")).toBe("ada-byron");
		// Lower case of the Kelvin sign is a plain k.
		expect(handleField.parse("\u212aarl")).toBe("karl");
	});

	it("accepts any text as a handle exactly if it follows the rules", () => {
		const near = fc.string({
			unit: fc.constantFrom(..."abz019-_ .AZé/\u202e"),
			minLength: 0,
			maxLength: 34,
		});
		fc.assert(
			fc.property(fc.oneof(near, fc.string(), fc.string({ unit: "grapheme" })), (text) => {
				const plain = text.trim().toLowerCase();
				expect(accepts(text)).toBe(followsTheRules(plain) && !isReservedHandle(plain));
			}),
			{ numRuns: 3000 },
		);
	});

	it("parses a handle to itself, without characters to escape in an address", () => {
		const chars = fc.string({
			unit: fc.constantFrom(..."abcXYZ019-"),
			minLength: 3,
			maxLength: 30,
		});
		fc.assert(
			fc.property(chars, (text) => {
				const parsed = handleField.safeParse(text);
				if (!parsed.success) return;
				expect(handleField.parse(parsed.data)).toBe(parsed.data);
				expect(encodeURIComponent(parsed.data)).toBe(parsed.data);
			}),
		);
	});
});

describe("reserved handles", () => {
	it("reserves the first word of every address of the site", () => {
		const words = [...SCREENS.map(({ path }) => path), paths.share("x"), "/api", "/avatars"]
			.map((path) => path.split("/")[1] ?? "")
			.filter((word) => word.length >= MIN_HANDLE_LENGTH);
		expect(words.filter((word) => !isReservedHandle(word))).toEqual([]);
		expect(words.length).toBeGreaterThan(10);
	});

	it.each(["admin", "support", "no-reply", "noreply", "sign-in", "signin", "help", "www"])(
		"contain %s",
		(word) => expect(accepts(word)).toBe(false),
	);

	it.each(["tillbox", "till-box", "tillbox-support", "supporttillbox", "the-tillbox", "tillbox24"])(
		"contain the product's name: %s",
		(handle) => expect(accepts(handle)).toBe(false),
	);

	it.each(["ti11box", "tiilb0x-support"])(
		"contain what looks like the product's name: %s",
		(handle) => expect(accepts(handle)).toBe(false),
	);

	it("reserves the operator's name for the product", () => {
		expect(isReservedHandle("photo-mart", "Photo Mart")).toBe(true);
		expect(isReservedHandle("photomart-help", "Photo Mart")).toBe(true);
		expect(isReservedHandle("art-lover", "Art")).toBe(true);
		expect(isReservedHandle("martha", "Art")).toBe(false);
		expect(isReservedHandle("ada", "")).toBe(false);
		expect(isReservedHandle("ada", "Фото")).toBe(false);
		expect(isReservedHandle("tillboxer", DEFAULT_APP_NAME)).toBe(false);
	});
});
