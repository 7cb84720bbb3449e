import { expect, it } from "vitest";
import { ApiFailure } from "../server/failure.ts";
import { failureText, fieldText, fieldTexts } from "./server-texts.ts";

it("shows the server's sentences with real apostrophes, and leaves quoted words", () => {
	const failure = new ApiFailure(409, {
		message: "The buyers' file 'a.txt' can't be sold.",
		fields: { name: "It isn't a name" },
	});
	expect(failureText(failure, "")).toBe("The buyers' file 'a.txt' can’t be sold.");
	expect(fieldText("Can't be empty")).toBe("Can’t be empty");
	expect(fieldTexts(failure)).toEqual({ name: "It isn’t a name" });
});
