import { expect, it } from "vitest";
import { taggedLink } from "./link-builder.tsx";

it("adds each filled-in tag to the link as one word", () => {
	const link = "https://tillbox.test/share/a";
	const none = { source: " ", medium: "", campaign: "" };
	expect(taggedLink(link, none)).toBe(link);
	expect(taggedLink(link, { ...none, source: "Newsletter", campaign: "Spring sale & more" })).toBe(
		`${link}?utm_source=newsletter&utm_campaign=spring-sale-%26-more`,
	);
});
