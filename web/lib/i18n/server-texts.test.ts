import { expect, it } from "vitest";
import { ApiFailure } from "../server/failure.ts";
import { i18n } from "./i18n.ts";
import { loadServerTexts } from "./reason-text.ts";
import { failureText, fieldText, fieldTexts, serverText } from "./server-texts.ts";

it("shows the server's sentences with real apostrophes, and leaves quoted words", () => {
	const failure = new ApiFailure(409, {
		message: "The buyers' file 'a.txt' can't be sold.",
		fields: { name: "It isn't a name" },
	});
	expect(failureText(failure, "")).toBe("The buyers' file 'a.txt' can’t be sold.");
	expect(fieldText("Can't be empty")).toBe("Can’t be empty");
	expect(fieldTexts(failure)).toEqual({ name: "It isn’t a name" });
});

it("translates sentences with a part that varies", async () => {
	i18n.load("de", {});
	i18n.activate("de");
	await loadServerTexts();
	expect(fieldText("This must be one of: 30, 90.")).toBe("Das muss eines von diesen sein: 30, 90.");
	expect(fieldText("This must be one of 30")).toBe("This must be one of 30");
	const failure = new ApiFailure(400, {
		code: "request.invalid",
		message: "There is no field named “$&” here.",
	});
	expect(failureText(failure, "")).toBe("Ein Feld namens „$&“ gibt es hier nicht.");
});

it("keeps a form's own sentence without one from a server", () => {
	const own = "Failed to upload files";
	expect(serverText(new ApiFailure(0, { message: "No network" }), own)).toBe(own);
	expect(serverText(new ApiFailure(502, { message: "Bad gateway" }), own)).toBe(own);
	expect(serverText(new Error("x"), own)).toBe(own);
	const refused = { code: "request.invalid", message: "The title is missing." } as const;
	expect(serverText(new ApiFailure(400, refused), own)).not.toBe(own);
});
