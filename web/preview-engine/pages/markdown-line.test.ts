import { expect, test } from "vitest";
import { setMarkdown } from "./markdown-line.ts";

test("removes a text's marks, line by line", () => {
	expect(
		setMarkdown([
			"# Tide *pool*",
			"## Install ##",
			"```sh",
			"npm i **tidepool**",
			"```",
			"- [x] reads `tables`, see [the paper](https://example.com)",
			"> __quoted__ snake_case_name 2 * 3 * 4",
			"---",
		]),
	).toEqual([
		{ text: "Tide pool", look: "headline" },
		{ text: "Install", look: "heading" },
		{ text: "", look: "plain" },
		{ text: "npm i **tidepool**", look: "code" },
		{ text: "", look: "plain" },
		{ text: "•  reads tables, see the paper", look: "plain" },
		{ text: "    quoted snake_case_name 2 * 3 * 4", look: "plain" },
		{ text: "", look: "plain" },
	]);
});

test("pictures and HTML are left out", () => {
	expect(
		setMarkdown(['a ![logo](https://a.example/x.png) b <img src="https://a.example"> c']),
	).toEqual([{ text: "a  b  c", look: "plain" }]);
});

test.each(["*".repeat(50_000), "[".repeat(50_000), "`a".repeat(20_000), "_ a".repeat(20_000)])(
	"takes no longer for hostile lines",
	(line) => {
		expect(setMarkdown([line])).toHaveLength(1);
	},
);
