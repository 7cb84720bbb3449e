import { afterAll, beforeAll, expect, it } from "vitest";
import { i18n } from "../../lib/i18n/i18n.ts";
import { formInput } from "./form.ts";

const { locale } = i18n;
beforeAll(() => i18n.activate("en"));
afterAll(() => i18n.activate(locale));

const typed = { code: "SPRING", kind: "amount", shareIds: null, belowMinimum: "direct" };
const issuesOf = (change: Record<string, string>) =>
	formInput(null, "usd")
		.safeParse({ ...typed, ...change })
		.error?.issues.map(({ path }) => path);

it.each([
	[{ reduction: "1 234,50" }, { amount: "1234.50", percent: null }],
	[
		{ reduction: "12,5 %", kind: "percent" },
		{ amount: null, percent: 12.5 },
	],
	[
		{ reduction: "5", maxUses: "1,000", maxPerBuyer: "2" },
		{ maxUses: 1000, maxPerBuyer: 2 },
	],
])("reads %j", (change, input) => {
	expect(formInput(null, "usd").parse({ ...typed, ...change })).toMatchObject(input);
});

it.each([
	[{ reduction: "1.234" }, "reduction"],
	[{ reduction: "12k" }, "reduction"],
	[{ reduction: "0x10", kind: "percent" }, "reduction"],
	[{ reduction: "5", maxUses: "1e3" }, "maxUses"],
])("refuses %j at the field %s", (change, field) => {
	expect(issuesOf(change)).toEqual([[field]]);
});
