import * as z from "zod";
import { newDiscountInput } from "../../../catalogue/discounts/new-discount.ts";
import { bodyOf } from "../api.ts";
import { tool } from "../tool.ts";
import { codeIdField, counted, currencyField, money, otherSums, time } from "./fields.ts";

const shownCode = z.object({
	id: z.string(),
	code: z.string(),
	name: z.string(),
	percent: z.number().nullable(),
	currency: currencyField,
	amount: money.nullable(),
	shares: z
		.array(z.object({ shareId: z.string(), title: z.string() }))
		.nullable()
		.describe("null for all shares"),
	startsAt: time.nullable(),
	endsAt: time.nullable(),
	maxUses: z.number().nullable(),
	maxPerBuyer: z.number().nullable(),
	active: z.boolean(),
	sales: z.number().describe("completed with it and not refunded"),
	revenue: money.describe("what buyers paid for those"),
	otherRevenue: otherSums,
});

const listCodes = tool({
	name: "list_discount_codes",
	title: "List discount codes",
	description: "Lists the creator's discount codes with their limits and what was sold with them.",
	scopes: ["shares:read"],
	effect: "read",
	input: z.strictObject({}),
	output: z.object({ codes: z.array(shownCode) }),
	run: async (call) => {
		const codes = await bodyOf(call.api.api.discounts.$get({ query: {} }));
		return {
			text: `${counted(codes.length, "discount code")}.`,
			data: { codes },
		};
	},
});

const { shape } = newDiscountInput;

const createCode = tool({
	name: "create_discount_code",
	title: "Create a discount code",
	description:
		"Makes a discount code that works at once. Give either `percent` or `amount`; limits that are left out do not exist.",
	scopes: ["shares:write"],
	effect: "write",
	input: z.strictObject({
		code: shape.code.describe("what buyers type"),
		name: shape.name.describe("what the creator calls it; buyers never see it"),
		percent: shape.percent.describe("percent off, from 1 to 100"),
		amount: shape.amount.describe(
			'how much is taken off, in the currency of the shares that it is for, such as "5.00"',
		),
		shareIds: shape.shareIds.describe("the shares it is for; all where not given"),
		startsAt: shape.startsAt.describe("ISO 8601; works from then on"),
		endsAt: shape.endsAt.describe("ISO 8601; works until then"),
		maxUses: shape.maxUses.describe("how often it can be used in all"),
		maxPerBuyer: shape.maxPerBuyer.describe("how often each buyer can use it"),
		belowMinimum: shape.belowMinimum.describe(
			"what becomes of a price that is too low for a card: paid directly, or nothing",
		),
		active: shape.active.describe("false: it does not work yet"),
	}),
	output: shownCode,
	run: async (call, input) => {
		const code = await bodyOf(call.api.api.discounts.$post({ json: input }));
		return { text: `The code ${code.code} exists.`, data: code };
	},
});

const switchCode = tool({
	name: "switch_discount_code",
	title: "Switch a discount code on or off",
	description: "Switches a discount code on or off. Purchases that were made with it stay.",
	scopes: ["shares:write"],
	effect: "write",
	isIdempotent: true,
	input: z.strictObject({ codeId: codeIdField, active: z.boolean().describe("whether it works") }),
	output: shownCode,
	run: async (call, { codeId, active }) => {
		const route = call.api.api.discounts[":id"];
		const code = await bodyOf(route.$patch({ param: { id: codeId }, json: { active } }));
		return {
			text: `The code ${code.code} is ${active ? "on" : "off"}.`,
			data: code,
		};
	},
});

export const discountTools = [listCodes, createCode, switchCode];
