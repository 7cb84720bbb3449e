import * as z from "zod";
import { EDITIONS } from "../../../catalogue/shares/contract/editions.ts";
import { moneyFault } from "../../../catalogue/shares/contract/pricing.ts";
import { centsOf, priceOf } from "../../../contract/fields.ts";
import { type Currency, leastPrice } from "../../../contract/money.ts";
import { type Sale, salesQuery } from "../../../payments/sales/contract/sales.ts";
import { requireRefundable } from "../../../payments/sales/refund-purchase.ts";
import { invalidField } from "../../../platform/http/validation.ts";
import { IDEMPOTENCY_KEY } from "../../idempotency/contract.ts";
import { bodyOf } from "../api.ts";
import { confirmedTool } from "../confirmed-tool.ts";
import { tool } from "../tool.ts";
import {
	counted,
	currencyField,
	limitOf,
	money,
	pageSize,
	saleIdField,
	shareIdField,
	shownMoney,
	shownTitle,
	time,
} from "./fields.ts";

const shownSale = z.object({
	id: z.string(),
	shareId: z.string(),
	title: z.string(),
	route: z.enum(["card", "direct", "free"]),
	state: z.string(),
	reference: z.string().describe("also on the buyer's receipt"),
	buyerEmail: z.string(),
	currency: currencyField,
	price: money,
	refunded: money,
	net: money.describe("the amount for the creator"),
	discount: z.object({ code: z.string(), listPrice: money }).nullable(),
	createdAt: time,
	paidAt: time.nullable(),
	refundFailedAt: time.nullable(),
	revokedAt: time.nullable(),
	lines: z
		.array(
			z.object({
				file: z.string().describe("the file's id; `*` for all pictures"),
				name: z.string().nullable(),
				edition: z.enum(EDITIONS).describe("`web`: a smaller size of a picture"),
				price: money,
				refundedAt: time.nullable(),
			}),
		)
		.optional()
		.describe("of a sale of single files"),
});

const listSales = tool({
	name: "list_sales",
	title: "List sales",
	description:
		"Lists sales of all shares or of one, newest first, refunded and disputed ones too. For the page after, call again with the same arguments and `after` set to `next`.",
	scopes: ["sales:read"],
	effect: "read",
	input: z.strictObject({
		shareId: shareIdField.optional(),
		from: z.iso.datetime().optional().describe("paid at this moment or later"),
		until: z.iso.datetime().optional().describe("paid before this moment"),
		after: salesQuery.shape.after.describe("`next` of the page before"),
		limit: pageSize,
	}),
	output: z.object({ sales: z.array(shownSale), next: z.string().nullable() }),
	run: async ({ api }, { limit, ...filter }) => {
		const query = { ...filter, ...limitOf(limit) };
		const page = await bodyOf(api.api.sales.$get({ query }));
		return { text: `${counted(page.sales.length, "sale")}.`, data: page };
	},
});

const leftOf = ({ price, refunded }: Sale) => (centsOf(price) ?? 0) - (centsOf(refunded) ?? 0);

function partFault(cents: number, left: number, currency: Currency): string | null {
	if (cents >= leastPrice(currency) && cents <= left) return moneyFault(cents, currency);
	return `Enter an amount from ${priceOf(leastPrice(currency))} to ${priceOf(left)}, which is what is left`;
}

const refundSale = confirmedTool({
	name: "refund_sale",
	title: "Refund a sale",
	description:
		"Gives a buyer the card payment back, in two calls. With all that is left of it the buyer loses access; with an `amount` below that they keep it. Direct payments are refunded outside, and disputed ones not at all.",
	scopes: ["sales:read", "sales:refund"],
	isIdempotent: true,
	input: z.strictObject({
		saleId: saleIdField,
		amount: money
			.optional()
			.describe(
				'what is given back in the currency of the sale, such as "9.99"; all that is left where it is not given',
			),
	}),
	would: z.object({
		saleId: z.string(),
		title: z.string(),
		buyerEmail: z.string(),
		currency: currencyField,
		amount: money.describe("what the buyer gets back"),
		losingAccess: z.number().describe("how many buyers lose access"),
	}),
	preview: async ({ api }, { saleId, amount: part }) => {
		const sale = await bodyOf(api.api.sales[":id"].$get({ param: { id: saleId } }));
		requireRefundable(sale);
		const { title, buyerEmail, state, currency, refunded, refundFailedAt } = sale;
		const about = `Sale ${saleId}: ${shownTitle(title)}\nBuyer: ${buyerEmail}`;
		if (state === "refunded")
			return {
				alreadyDone: `This sale was refunded already, ${shownMoney(refunded, currency)} in all; nothing was done now.\n${about}`,
			};
		const left = leftOf(sale);
		const amount = part ?? priceOf(left);
		const cents = centsOf(amount) ?? 0;
		const fault = partFault(cents, left, currency);
		if (fault) throw invalidField("amount", fault);
		const isWhole = cents === left;
		const becomes = isWhole ? "loses" : "keeps";
		return {
			text: `This refunds a sale: the buyer gets ${shownMoney(amount, currency)} back and ${becomes} access. Refund it?\n${about}`,
			effect: { saleId, title, buyerEmail, currency, amount, losingAccess: isWhole ? 1 : 0 },
			state: { buyerEmail, amount, state, refunded, refundFailedAt },
		};
	},
	act: async ({ api }, { saleId, amount }) => {
		// A confirmation counts once.
		const headers = { [IDEMPOTENCY_KEY]: crypto.randomUUID() };
		const sale = await bodyOf(
			api.api.purchases[":id"].refund.$post(
				{ param: { id: saleId }, json: { amount } },
				{ headers },
			),
		);
		return Number(sale.refunded) > 0
			? `The sale is refunded, ${shownMoney(sale.refunded, sale.currency)} in all.\nSale ${saleId}: ${shownTitle(sale.title)}\nBuyer: ${sale.buyerEmail}`
			: "The refund is on its way.";
	},
});

export const saleTools = [listSales, refundSale];
