import * as z from "zod";
import { bodyOf } from "../api.ts";
import { tool } from "../tool.ts";
import { currencyField, money, otherSums, shownMoney, time } from "./fields.ts";

const showBalance = tool({
	name: "show_balance",
	title: "Show the balance",
	description:
		"Shows where the creator's money is: held by the platform, paid out to the connected account, or paid to the creator directly; with the latest entries of the ledger.",
	scopes: ["payouts:read"],
	effect: "read",
	input: z.strictObject({}),
	output: z.object({
		currency: currencyField,
		held: money.describe("held by the platform; negative for a debt"),
		connected: money.describe("transferred to the connected account"),
		outside: money.describe("paid to the creator directly"),
		others: z
			.array(z.object({ currency: currencyField, held: money, connected: money, outside: money }))
			.describe("the same in other currencies"),
		lines: z.array(
			z.object({
				at: time,
				reference: z.string().nullable(),
				title: z.string().nullable(),
				code: z.string().nullable(),
				kind: z.string(),
				currency: currencyField,
				amount: money.describe("signed, from the creator's point of view"),
				account: z.enum(["platform", "connected", "outside"]),
			}),
		),
	}),
	run: async ({ api }) => {
		const balance = await bodyOf(api.api.balance.$get());
		const shown = (account: "held" | "connected" | "outside") =>
			[balance, ...balance.others].map((one) => shownMoney(one[account], one.currency)).join(", ");
		return {
			text: `Held: ${shown("held")}. Paid out: ${shown("connected")}. Paid directly: ${shown("outside")}.`,
			data: balance,
		};
	},
});

const showPayouts = tool({
	name: "show_payouts",
	title: "Show how payouts are set up",
	description:
		"Shows how the creator can be paid: by card through the connected account, directly, or not yet.",
	scopes: ["payouts:read"],
	effect: "read",
	input: z.strictObject({}),
	output: z.object({
		hasPaymentSetup: z.boolean(),
		paymentMethod: z.enum(["cashapp", "stripe", "both"]).nullable(),
		cashAppHandle: z.string().nullable(),
		directLink: z
			.string()
			.nullable()
			.describe("the page on which buyers pay directly in other currencies"),
		currency: currencyField.describe("in which new shares are priced: ISO 4217"),
		acceptsCards: z.boolean().describe("buyers may pay by card"),
		acceptsDelayed: z.boolean().describe("buyers may pay by bank debits, which take days"),
		cardPayouts: z.object({
			connected: z.boolean(),
			chargesEnabled: z.boolean(),
			isAbroad: z.boolean().describe("what card sales earn is transferred to the account"),
			balance: money,
			otherBalances: otherSums,
		}),
	}),
	run: async ({ api }) => {
		const status = await bodyOf(api.api["payment-status"].$get());
		return {
			text: status.hasPaymentSetup ? "Payouts are set up." : "Payouts are not set up yet.",
			data: status,
		};
	},
});

export const payoutTools = [showBalance, showPayouts];
