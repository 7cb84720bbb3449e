import { expect, it } from "vitest";
import { appealForm } from "./appeal-input.ts";

const text = "I made every photograph in this set myself.";
const refused = (values: Record<string, string>) =>
	appealForm.safeParse(values).error?.issues.map(({ path }) => path.join("."));

it("accepts an appeal of text alone", () => {
	expect(appealForm.parse({ text, "counterNotice.name": "typed, then closed" })).toEqual({ text });
	expect(refused({})).toEqual(["text"]);
});

it("asks for every field of a counter-notice by the names of the form", () => {
	expect(refused({ text, counterNotice: "on" })).toEqual(
		["name", "address", "phone", "statement", "signature"].map((name) => `counterNotice.${name}`),
	);
});

it("takes a whole counter-notice", () => {
	const values = {
		"counterNotice.name": "Ada Meyer",
		"counterNotice.address": "Kirkegata 1, 8300 Svolvær",
		"counterNotice.phone": "+47 555 0100",
		"counterNotice.signature": "Ada Meyer",
	};
	expect(
		appealForm.parse({ text, counterNotice: "on", ...values, "counterNotice.statement": "on" }),
	).toEqual({
		text,
		counterNotice: {
			name: "Ada Meyer",
			address: "Kirkegata 1, 8300 Svolvær",
			phone: "+47 555 0100",
			statement: true,
			signature: "Ada Meyer",
		},
	});
});
