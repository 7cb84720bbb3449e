import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import type {
	CustomerDetails,
	CustomerPage,
} from "../../../../worker/contract/customers/customers.ts";
import type { Sale, SalePage } from "../../../../worker/contract/payments/payments.ts";
import type { Api } from "../api/api.ts";
import { itemsOf, pagesOf } from "../api/every-page.ts";
import { command } from "../arguments/command.ts";
import { amount, count, idOf, moment, shareIdOf } from "../arguments/values.ts";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import { confirm } from "../output/ask.ts";
import { dateTime, table } from "../output/text.ts";
import { money, sums } from "./money.ts";

/** The creator's sales, the newest first, page by page. */
const salesPages = (api: Api, query: Readonly<Record<string, string | undefined>> = {}) =>
	pagesOf<SalePage>(api, "/api/sales", query);

const sales = command({
	name: "sales",
	about: "list sales",
	operands: "[SHARE]",
	count: [0, 1],
	options: {
		from: { type: "string", value: "TIME", about: "only what was paid then or later" },
		until: { type: "string", value: "TIME", about: "only what was paid before then" },
		csv: { type: "boolean", about: "print all of them as CSV" },
		limit: { type: "string", value: "NUMBER", about: "the latest only" },
	},
	examples: [
		{ line: "tillbox sales --limit 20", about: "the latest" },
		{ line: "tillbox sales SHARE", about: "of one share" },
		{ line: "tillbox sales --from 2026-11-01 --until 2026-12-01 --json", about: "of November" },
		{ line: "tillbox sales --csv > sales.csv", about: "everything, for a spreadsheet" },
	],
	notes: ["With --json, each sale is what the API answers, and pages are printed as they arrive."],
	run: async (session, { options, operands: [share] }) => {
		const { out } = session;
		const limit = options.limit === undefined ? Infinity : count(options.limit, "--limit");
		const period = {
			from: options.from && moment(options.from, "--from"),
			until: options.until && moment(options.until, "--until"),
		};
		const api = await session.api();
		if (options.csv) {
			if (share || options.limit || out.options.json)
				throw usageFailure("--csv prints all sales: leave out SHARE, --limit and --json.");
			out.raw(await api.text("/api/sales.csv", { query: period }));
			return;
		}
		const shareId = share && shareIdOf(share, api.http.origin);
		const pages = salesPages(api, { ...period, shareId });
		await out.list(
			"sales",
			itemsOf(pages, (page) => page.sales, limit),
			(shown) => {
				const rows = shown.map((sale) => [
					sale.id,
					sale.paidAt ? dateTime(sale.paidAt) : "",
					sale.title,
					sale.buyerEmail,
					sale.state,
					money(sale.price, sale.currency),
					money(sale.net, sale.currency),
				]);
				return rows.length === 0
					? "There are no sales."
					: table(["ID", "PAID", "SHARE", "BUYER", "STATE", "PRICE", "NET"], rows, [5, 6]);
			},
		);
	},
});

const refund = command({
	name: "refund",
	about: "refund a sale, in full or in part",
	operands: "SALE",
	count: [1, 1],
	options: {
		amount: {
			type: "string",
			value: "AMOUNT",
			about: "only this much, in the currency of the sale",
		},
		yes: { type: "boolean", short: "y", about: "don't ask" },
	},
	examples: [
		{ line: "tillbox refund SALE", about: "`tillbox sales` has the ids; asks with the amount" },
		{ line: "tillbox refund SALE --amount 5.00", about: "a part; the buyer keeps the access" },
		{ line: "tillbox refund SALE --yes --json", about: "for scripts" },
	],
	run: async (session, { options, operands: [given = ""] }) => {
		const id = idOf(given, "sale's id");
		const part = options.amount === undefined ? undefined : amount(options.amount, "--amount");
		const api = await session.api();
		const before = await saleBefore(api, id, options.yes);
		const wasRefunded = before?.state === "refunded";
		if (before && !wasRefunded) {
			const left = (Number(before.price) - Number(before.refunded || 0)).toFixed(2);
			const sum = part === undefined ? left : Number(part).toFixed(2);
			const access = Number(sum) < Number(left) ? "is kept" : "ends";
			await confirm(
				session,
				`Refund ${money(sum, before.currency)} for “${before.title}” to ${before.buyerEmail}? Their access ${access}.`,
				options.yes,
			);
		}
		// What was refunded before is not refunded again.
		const sale = await api.json<Sale>("POST", `/api/purchases/${id}/refund`, {
			json: { amount: part },
			repeatable: true,
		});
		session.out.result(
			{ sale },
			sale.state === "refunded" || (part !== undefined && Number(sale.refunded) > 0)
				? `${money(sale.refunded, sale.currency)} was${wasRefunded ? " already" : ""} refunded to ${sale.buyerEmail}.`
				: `The refund was ordered; the sale is ${sale.state}.`,
		);
	},
});

/** The sale as it is; null with `--yes` where the token may refund and not read sales. Throws where there is none. */
async function saleBefore(
	api: Api,
	id: string,
	isConfirmed: boolean | undefined,
): Promise<Sale | null> {
	try {
		for await (const page of salesPages(api)) {
			const sale = page.sales.find((one) => one.id === id);
			if (sale) return sale;
		}
	} catch (error) {
		const isForbidden = error instanceof ApiFailure && error.status === 403;
		if (!isConfirmed || !isForbidden) throw error;
		return null;
	}
	throw new CliFailure("purchase.not_found", EXIT.notFound, "There is no sale with this id.");
}

const customers = command({
	name: "customers",
	about: "list customers",
	options: {
		search: { type: "string", value: "TEXT", about: "a part of the address, or a reference" },
		csv: { type: "boolean", about: "print all of them as CSV" },
		limit: { type: "string", value: "NUMBER", about: "the latest only; 50 without it" },
	},
	examples: [
		{ line: "tillbox customers --search ada@", about: "find somebody" },
		{ line: "tillbox customers --csv > customers.csv", about: "everybody, for a spreadsheet" },
	],
	run: async (session, { options }) => {
		const limit = options.limit === undefined ? 50 : count(options.limit, "--limit");
		const api = await session.api();
		if (options.csv) {
			if (options.search || options.limit || session.out.options.json)
				throw usageFailure("--csv prints all customers: leave out --search, --limit and --json.");
			session.out.raw(await api.text("/api/customers.csv"));
			return;
		}
		const pages = pagesOf<CustomerPage>(api, "/api/customers", { search: options.search });
		await session.out.list(
			"customers",
			itemsOf(pages, (page) => page.customers, limit),
			(shown) => {
				const rows = shown.map((one) => [
					one.id,
					one.email,
					String(one.purchases),
					sums(one.total, one.currency, one.otherTotals),
					dateTime(one.boughtAt),
					one.blocked ? "blocked" : "",
				]);
				return rows.length === 0
					? "There are no customers."
					: table(["ID", "EMAIL", "PURCHASES", "PAID", "LATEST", ""], rows, [2, 3]);
			},
		);
	},
});

const customer = command({
	name: "customers show",
	about: "show a customer with their purchases",
	operands: "CUSTOMER",
	count: [1, 1],
	examples: [
		{ line: "tillbox customers show CUSTOMER", about: "the id of any purchase of theirs" },
	],
	run: async (session, { operands: [id = ""] }) => {
		const api = await session.api();
		const path = `/api/customers/${idOf(id, "customer's id")}`;
		const found = await api.json<CustomerDetails>("GET", path);
		const rows = found.sales.map((sale) => [
			sale.id,
			dateTime(sale.paidAt),
			sale.title,
			sale.revoked ? "revoked" : sale.state,
			money(sale.price, sale.currency),
			sale.reference,
		]);
		session.out.result(
			{ customer: found },
			[
				`${found.email}, ${sums(found.total, found.currency, found.otherTotals)}, ${found.downloads} downloads${found.blocked ? ", blocked" : ""}`,
				"",
				table(["SALE", "PAID", "SHARE", "STATE", "PRICE", "REFERENCE"], rows, [4]),
			].join("\n"),
		);
	},
});

export const selling = [sales, refund, customers, customer];
