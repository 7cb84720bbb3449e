import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import type { Customer, CustomerDetails } from "../../../../worker/customers/contract.ts";
import type { Sale } from "../../../../worker/payments/sales/contract/sales.ts";
import type { Api } from "../api/api.ts";
import { command, flag, option, repeatable } from "../arguments/command.ts";
import { amount, count, idOf, moment, shareIdOf } from "../arguments/values.ts";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import { confirm } from "../output/ask.ts";
import { dateTime, table } from "../output/text.ts";
import { money, sums } from "./money.ts";

const sales = command(
	"sales [SHARE]",
	"list sales",
	{
		options: {
			from: option("TIME", "only what was paid then or later", moment),
			until: option("TIME", "only what was paid before then", moment),
			csv: flag("print all of them as CSV"),
			limit: option("NUMBER", "the latest only", count),
		},
		examples: [
			"tillbox sales --limit 20 # the latest",
			"tillbox sales SHARE # of one share",
			"tillbox sales --from 2026-11-01 --until 2026-12-01 --json # of November",
			"tillbox sales --csv > sales.csv # everything, for a spreadsheet",
		],
		note: "With --json, each sale is what the API answers.",
	},
	async (session, { csv, limit, ...period }, share) => {
		const { out } = session;
		const api = await session.api();
		if (csv) {
			if (share || limit || out.options.json)
				throw usageFailure("--csv prints all sales: leave out SHARE, --limit and --json.");
			return out.rawBytes((await api.open("GET", "/api/sales.csv", { query: period })).body);
		}
		const query = { ...period, shareId: share && shareIdOf(share, api.http.origin) };
		const found = await api.list<Sale>("/api/sales", query, limit);
		const rows = found.map((sale) => [
			sale.id,
			sale.paidAt ? dateTime(sale.paidAt) : "",
			sale.lines ? `${sale.title} (files: ${sale.lines.length})` : sale.title,
			sale.buyerEmail,
			sale.state,
			money(sale.price, sale.currency),
			money(sale.net, sale.currency),
		]);
		out.result(
			{ sales: found },
			rows.length === 0
				? "There are no sales."
				: table(["ID", "PAID", "SHARE", "BUYER", "STATE", "PRICE", "NET"], rows, [5, 6]),
		);
	},
);

const refund = command(
	"refund <SALE>",
	"refund a sale, in full or in part",
	{
		options: {
			amount: option("AMOUNT", "only this much, in the currency of the sale", amount),
			file: repeatable("ID", "only this file of a sale of single files; ID:web for its web size"),
			yes: flag("don't ask", "-y"),
		},
		examples: [
			"tillbox refund SALE # `tillbox sales` has the ids; asks with the amount",
			"tillbox refund SALE --amount 5.00 # a part; the buyer keeps the access",
			"tillbox refund SALE --file FILE # one file; `tillbox sales --json` has their ids",
			"tillbox refund SALE --yes --json # for scripts",
		],
	},
	async (session, { amount: part, file: files, yes }, given) => {
		if (part !== undefined && files) throw usageFailure("Give --amount or --file, not both.");
		const lines = files?.map((name) => {
			const [file = "", edition = "full"] = name.split(":");
			return { file, edition };
		});
		const id = idOf(given, "a sale's id");
		const api = await session.api();
		const before = await saleBefore(api, id, yes);
		const wasRefunded = before?.state === "refunded";
		if (before && !wasRefunded) {
			const left = (Number(before.price) - Number(before.refunded || 0)).toFixed(2);
			const sum = lines
				? sumOf(before, lines)
				: part === undefined
					? left
					: Number(part).toFixed(2);
			const access = !lines && Number(sum) < Number(left) ? "is kept" : "ends";
			await confirm(
				session,
				`Refund ${money(sum, before.currency)} for “${before.title}” to ${before.buyerEmail}? Their access${lines ? " to these files" : ""} ${access}.`,
				yes,
			);
		}
		// Earlier refunds are not repeated.
		const body = { amount: part, lines };
		const sale = await api.json<Sale>("POST", `/api/purchases/${id}/refund`, { body });
		session.out.result(
			{ sale },
			sale.state === "refunded" || ((part ?? lines) !== undefined && Number(sale.refunded) > 0)
				? `${money(sale.refunded, sale.currency)} was${wasRefunded ? " already" : ""} refunded to ${sale.buyerEmail}.`
				: `The refund was ordered; the sale is ${sale.state}.`,
		);
	},
);

/** The part of these lines' price that hasn't been refunded. */
function sumOf(sale: Sale, lines: readonly { file: string; edition: string }[]): string {
	const named = new Set(lines.map(({ file, edition }) => `${file}:${edition}`));
	const due = (sale.lines ?? []).filter(
		({ file, edition, refundedAt }) => refundedAt === null && named.has(`${file}:${edition}`),
	);
	return due.reduce((sum, { price }) => sum + Number(price), 0).toFixed(2);
}

/** Null with `--yes` if the token may refund but not read sales. Throws if there is no sale. */
async function saleBefore(
	api: Api,
	id: string,
	isConfirmed: boolean | undefined,
): Promise<Sale | null> {
	try {
		for await (const { entries } of api.pages("/api/sales")) {
			const sale = (entries as Sale[]).find((one) => one.id === id);
			if (sale) return sale;
		}
	} catch (error) {
		const isForbidden = error instanceof ApiFailure && error.status === 403;
		if (!isConfirmed || !isForbidden) throw error;
		return null;
	}
	throw new CliFailure("purchase.not_found", EXIT.notFound, "There is no sale with this id.");
}

const customers = command(
	"customers",
	"list customers",
	{
		options: {
			search: option("TEXT", "a part of the address, or a reference"),
			csv: flag("print all of them as CSV"),
			limit: option("NUMBER", "the latest only; 50 without it", count),
		},
		examples: [
			"tillbox customers --search ada@ # find somebody",
			"tillbox customers --csv > customers.csv # everybody, for a spreadsheet",
		],
	},
	async (session, { search, csv, limit }) => {
		const { out } = session;
		const api = await session.api();
		if (csv) {
			if (search || limit || out.options.json)
				throw usageFailure("--csv prints all customers: leave out --search, --limit and --json.");
			return out.rawBytes((await api.open("GET", "/api/customers.csv")).body);
		}
		const found = await api.list<Customer>("/api/customers", { search }, limit ?? 50);
		const rows = found.map((one) => [
			one.id,
			one.email,
			String(one.purchases),
			sums(one.total, one.currency, one.otherTotals),
			dateTime(one.boughtAt),
			one.blocked ? "blocked" : "",
		]);
		out.result(
			{ customers: found },
			rows.length === 0
				? "There are no customers."
				: table(["ID", "EMAIL", "PURCHASES", "PAID", "LATEST", ""], rows, [2, 3]),
		);
	},
);

const customer = command(
	"customers show <CUSTOMER>",
	"show a customer with their purchases",
	{ examples: ["tillbox customers show CUSTOMER # the id of any purchase of theirs"] },
	async (session, _, id) => {
		const api = await session.api();
		const path = `/api/customers/${idOf(id, "a customer's id")}`;
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
);

export const selling = [sales, refund, customers, customer];
