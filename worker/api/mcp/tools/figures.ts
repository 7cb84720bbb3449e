import * as z from "zod";
import { METRIC_DAYS } from "../../../contract/constants.ts";
import { priceOf } from "../../../contract/fields.ts";
import { PERIODS } from "../../../pages/analytics/contract.ts";
import { bodyOf } from "../api.ts";
import { tool } from "../tool.ts";
import { counted, currencyField, money, shareIdField, shownMoney, shownSums } from "./fields.ts";

const cents = z.number().describe("hundredths of the unit of `currency`");

const showTotals = tool({
	name: "show_totals",
	title: "Show totals",
	description: `Shows what the creator has earned in all, and sales, earnings and views of each of the last ${METRIC_DAYS} days.`,
	scopes: ["sales:read"],
	effect: "read",
	input: z.strictObject({}),
	output: z.object({
		currency: currencyField,
		totalEarnings: money.describe("what buyers have paid, less refunds"),
		netEarnings: money.describe(
			"what the creator has after fees and what refunds and disputes cost; may be negative",
		),
		otherEarnings: z
			.array(z.object({ currency: currencyField, total: money, net: money }))
			.describe("the same in other currencies"),
		filesSold: z.number(),
		totalViews: z.number(),
		activeShares: z.number(),
		days: z.array(
			z.object({
				day: z.string(),
				sales: z.number(),
				earnedCents: cents,
				views: z.number(),
			}),
		),
	}),
	run: async ({ api }) => {
		const totals = await bodyOf(api.api.dashboard.$get());
		const { filesSold, totalEarnings, currency, otherEarnings } = totals;
		const others = otherEarnings.map((one) => ({ amount: one.total, currency: one.currency }));
		const earned = shownSums(totalEarnings, currency, others);
		return { text: `${counted(filesSold, "sale")}, ${earned} in all.`, data: totals };
	},
});

const counts = {
	views: z.number(),
	begun: z.number().describe("buyers who began to pay"),
	paid: z.number().describe("completed purchases, without refunded and disputed ones"),
	earnedCents: cents,
	netCents: cents.describe(
		"what the creator has after fees, refunds and disputes: hundredths of the unit of `currency`",
	),
};
const source = z.object({
	kind: z.enum(["host", "utm", "direct", "page", "other", "unrecorded"]),
	name: z.string().optional(),
	medium: z.string().optional(),
	campaign: z.string().optional(),
});

const showAnalytics = tool({
	name: "show_analytics",
	title: "Show analytics of a period",
	description:
		"Shows views, begun payments, sales and earnings of the last 7, 30, 90 or 365 days, with the period before for comparison, and by day, source, country and share.",
	scopes: ["sales:read"],
	effect: "read",
	input: z.strictObject({
		days: z
			.literal([...PERIODS])
			.optional()
			.describe("30 where not given"),
		shareId: shareIdField.optional().describe("of this share only"),
		currency: currencyField
			.optional()
			.describe("of shares priced in it; that of new shares where not given"),
	}),
	output: z.object({
		title: z.string().nullable(),
		currency: currencyField,
		currencies: z.array(currencyField).describe("in which the creator's shares are priced"),
		total: z.object(counts),
		before: z.object(counts),
		days: z.array(z.object({ day: z.string(), ...counts })),
		sources: z.array(z.object({ source, ...counts })),
		campaigns: z.array(z.object({ source, ...counts })),
		countries: z.array(z.object({ country: z.string().nullable(), ...counts })),
		shares: z.array(z.object({ shareId: z.string(), title: z.string(), ...counts })),
	}),
	run: async (call, { days = 30, shareId, currency: wanted }) => {
		const query = {
			days: String(days),
			...(shareId !== undefined && { share: shareId }),
			...(wanted !== undefined && { currency: wanted }),
		};
		const figures = await bodyOf(call.api.api.analytics.$get({ query }));
		const { views, paid, earnedCents } = figures.total;
		const earned = shownMoney(priceOf(earnedCents), figures.currency);
		return {
			text: `Last ${days} days: ${counted(views, "view")}, ${counted(paid, "sale")}, ${earned}.`,
			data: figures,
		};
	},
});

export const figureTools = [showTotals, showAnalytics];
