import { describe, expect, it } from "vitest";
import { handleProblem, pastedHandle } from "./cash-app-handle.ts";

describe("handleProblem", () => {
	it.each(["$a", "$Creator1", `$${"x".repeat(20)}`])("accepts the handle %s", (handle) => {
		expect(handleProblem(handle)).toBeNull();
	});

	it.each([
		["creator", "format", "Cash App handle must start with $"],
		["$", "length", "Handle must be 1-20 characters after the $"],
		[`$${"x".repeat(21)}`, "length", "Handle must be 1-20 characters after the $"],
		["$my-name", "characters", "Handle can only contain letters and numbers"],
	])("names what is wrong with %s", (handle, problem, sentence) => {
		expect(handleProblem(handle)).toEqual({ problem, sentence });
	});
});

describe("pastedHandle", () => {
	it.each([
		["creator1", "$creator1"],
		[" $creator1\n", "$creator1"],
		["https://cash.app/$creator1", "$creator1"],
		["cash.app/creator1/", "$creator1"],
		["https://cash.app/%24creator1", "$creator1"],
	])("extracts the handle from %j", (text, handle) => {
		expect(pastedHandle(text)).toBe(handle);
	});

	it.each(["", "$", "two words", "a-b", "https://example.com/$creator1", "x".repeat(21)])(
		"does not change %j",
		(text) => {
			expect(pastedHandle(text)).toBeNull();
		},
	);
});
