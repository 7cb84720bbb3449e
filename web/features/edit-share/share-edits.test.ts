import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../lib/i18n/i18n.ts";
import { myShareOf } from "../../test/my-share.ts";
import { formInput } from "./form.ts";
import { shareEdits } from "./share-edits.ts";

const { locale } = i18n;
beforeAll(() => i18n.activate("en"));
afterAll(() => i18n.activate(locale));

const share = myShareOf({ title: "Low tide", price: "12.00", indexed: true, maxSales: 5 });
/** The form before anything is typed. */
const untouched = {
	title: "Low tide",
	pricing: "fixed",
	price: "12.00",
	asksAddress: "on",
	saleMode: "each",
	images: share.images,
	maxSales: "5",
	listed: share.listed ? ("on" as const) : undefined,
	indexed: "on",
	hadPassword: false,
} as const;

describe("what a form changes of a share", () => {
	it.each([
		["nothing", {}, {}],
		["the same amount in other digits", { price: "12" }, {}],
		["the title", { title: "High tide" }, { title: "High tide" }],
		["the price", { price: "9.5" }, { price: "9.50" }],
		["a grouped price", { price: "1 234,50 $" }, { price: "1234.50" }],
		["a grouped limit", { maxSales: "1.000" }, { maxSales: 1000 }],
		["an emptied limit", { maxSales: undefined }, { maxSales: null }],
		["a cleared box", { indexed: undefined }, { indexed: false }],
		["a sale by link, which has no box and no limit", { saleMode: "link" }, { saleMode: "link" }],
		[
			"another way of pricing, with all that belongs to it",
			{ pricing: "chosen", suggestedPrice: "20" },
			{ pricing: "chosen", price: "12.00", suggestedPrice: "20.00", asksAddress: true },
		],
	] as const)("%s", (_, typed, expected) => {
		expect(shareEdits(share, formInput("usd").parse({ ...untouched, ...typed }))).toEqual(expected);
	});

	it.each([
		["price", "1.234"],
		["price", "12 50"],
		["maxSales", "1,5"],
		["maxSales", "12 50"],
	])("refuses %s as %j", (field, typed) => {
		const result = formInput("usd").safeParse({ ...untouched, [field]: typed });
		expect(result.error?.issues.map(({ path }) => path)).toEqual([[field]]);
	});
});
