import type * as z from "zod";

/**
 * Messages for values that a schema refuses without a message of its own; `{value}` is replaced. The catalogues
 * translate them all.
 */
export const ISSUE_TEXTS = {
	missing: "This is missing.",
	unknownField: "There is no field named “{value}” here.",
	unknownParameter: "There is no parameter named “{value}” here.",
	empty: "This is empty. Give it a value, or leave it out.",
	repeated: "This appears several times. Give it once.",
	text: "This must be text.",
	number: "This must be a number.",
	whole: "This must be a whole number.",
	boolean: "This must be true or false.",
	list: "This must be a list.",
	object: "This must be an object with names and values.",
	body: "Send the body as a JSON object, with the fields by their names.",
	choice: "This must be one of: {value}.",
	least: "This must be at least {value}.",
	most: "This must be at most {value}.",
	leastLength: "This must have at least {value} characters.",
	mostLength: "This must have at most {value} characters.",
	leastEntries: "This must have at least {value} entries.",
	mostEntries: "This must have at most {value} entries.",
	moment: "This must be a date and a time in UTC, such as 2026-05-01T00:00:00Z.",
	address: "This must be a full address, such as https://example.com/page.",
	form: "This doesn't have the expected format.",
	other: "This value isn't allowed here.",
} as const;

export const issueText = (name: keyof typeof ISSUE_TEXTS, value: unknown = ""): string =>
	ISSUE_TEXTS[name].replace("{value}", () => String(value));

const TYPES: Readonly<Record<string, keyof typeof ISSUE_TEXTS>> = {
	string: "text",
	number: "number",
	int: "whole",
	boolean: "boolean",
	array: "list",
	object: "object",
	record: "object",
};

const FORMATS: Readonly<Record<string, keyof typeof ISSUE_TEXTS>> = {
	datetime: "moment",
	url: "address",
};

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** Returns the values that an issue would have accepted; null if it doesn't list them. */
function choicesOf(issue: Issue): unknown[] | null {
	if (issue.code === "invalid_value") return issue.values;
	if (issue.code === "invalid_type" && issue.expected === "null") return [null];
	if (issue.code !== "invalid_union") return null;
	if ("options" in issue && Array.isArray(issue.options)) return issue.options;
	const alternatives = issue.errors.map(([first]) => first && choicesOf(first));
	return alternatives.length > 0 && alternatives.every((choices) => choices != null)
		? alternatives.flat()
		: null;
}

/** Replaces Zod's message, which names types and patterns, by a sentence for people. */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
	if (issue.input === undefined) return issueText("missing");
	const choices = choicesOf(issue);
	if (choices) return issueText("choice", choices.map(String).join(", "));
	switch (issue.code) {
		case "invalid_type":
			return issueText(TYPES[issue.expected] ?? "other");
		case "too_small":
			return issueText(
				sizeText(issue.origin, "least", "leastLength", "leastEntries"),
				issue.minimum,
			);
		case "too_big":
			return issueText(sizeText(issue.origin, "most", "mostLength", "mostEntries"), issue.maximum);
		case "invalid_format":
			return issueText(FORMATS[issue.format] ?? "form");
		default:
			return issueText("other");
	}
}

type Name = keyof typeof ISSUE_TEXTS;

function sizeText(origin: string, number: Name, text: Name, list: Name): Name {
	if (origin === "string") return text;
	return origin === "array" ? list : number;
}
