import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../lib/i18n/i18n.ts";
import { myShareOf } from "../../test/my-share.ts";
import { type FormValues, formInput } from "./form.ts";
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
	singles: null,
	choosing: null,
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
		[
			"prices of single files",
			{ singles: { filePrice: "5", packages: [{ files: "10", price: "40" }], included: "" } },
			{
				singles: { filePrice: "5.00", packages: [{ files: 10, price: "40.00" }], included: 0 },
			},
		],
	] as const)("%s", (_, typed, expected) => {
		expect(shareEdits(share, formInput("usd").parse({ ...untouched, ...typed }))).toEqual(expected);
	});

	it("leaves unchanged prices of single files out, and refuses what cards can't pay", () => {
		const singles = { filePrice: "5.00", packages: [], included: 0 };
		const parse = (given: object) => formInput("usd").safeParse({ ...untouched, singles: given });
		expect(shareEdits({ ...share, singles }, parse(singles).data as FormValues)).toEqual({});
		const low = parse({ ...singles, packages: [{ files: "3", price: "0.4" }] });
		expect(low.error?.issues.map(({ path }) => path.join("."))).toEqual([
			"singles.packages.0.price",
		]);
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
