import { describe, expect, it } from "vitest";
import { handleProblem } from "./cash-app-handle.ts";

describe("handleProblem", () => {
	it.each(["$a", "$Creator1", `$${"x".repeat(20)}`])("has nothing against %s", (handle) => {
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
