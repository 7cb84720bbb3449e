import * as z from "zod";
import { customersQuery } from "../../../customers/contract.ts";
import { bodyOf } from "../api.ts";
import { tool } from "../tool.ts";
import {
	counted,
	currencyField,
	limitOf,
	money,
	otherSums,
	pageSize,
	saleIdField,
	time,
} from "./fields.ts";

const shownCustomer = z.object({
	id: z.string().describe("the id of their latest purchase"),
	email: z.string(),
	purchases: z.number(),
	currency: currencyField,
	total: money.describe("what they have paid, less refunds"),
	otherTotals: otherSums,
	boughtAt: time.describe("the latest purchase"),
	lastSeen: z.string().nullable().describe("the day of the latest download or opened receipt"),
	blocked: z.boolean(),
});

const listCustomers = tool({
	name: "list_customers",
	title: "List customers",
	description: "Lists the people who have bought from the creator, the latest purchase first.",
	scopes: ["customers:read"],
	effect: "read",
	input: customersQuery
		.extend({
			search: customersQuery.shape.search.describe(
				"a part of the address, or a purchase's reference",
			),
			after: customersQuery.shape.after.describe("`next` of the page before"),
			limit: pageSize,
		})
		.strict(),
	output: z.object({ customers: z.array(shownCustomer), next: z.string().nullable() }),
	run: async (call, { limit, ...filter }) => {
		const query = { ...filter, ...limitOf(limit) };
		const page = await bodyOf(call.api.api.customers.$get({ query }));
		return { text: `${counted(page.customers.length, "customer")}.`, data: page };
	},
});

const showCustomer = tool({
	name: "show_customer",
	title: "Show a customer",
	description: "Shows what one customer has bought, by the id of any purchase of theirs.",
	scopes: ["customers:read"],
	effect: "read",
	input: z.strictObject({ saleId: saleIdField }),
	output: shownCustomer.extend({
		sales: z.array(
			z.object({
				id: z.string(),
				shareId: z.string(),
				title: z.string(),
				route: z.enum(["card", "direct", "free"]),
				state: z.string(),
				currency: currencyField,
				price: money,
				refunded: money,
				reference: z.string(),
				paidAt: time,
				downloads: z.number(),
			}),
		),
	}),
	run: async (call, { saleId }) => {
		const customer = await bodyOf(call.api.api.customers[":id"].$get({ param: { id: saleId } }));
		const { email, purchases } = customer;
		return {
			text: `${email} has ${counted(purchases, "purchase")}.`,
			data: customer,
		};
	},
});

export const customerTools = [listCustomers, showCustomer];
