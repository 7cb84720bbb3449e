import { and } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx } from "../core/context.ts";
import { csvPieces } from "../platform/csv.ts";
import { EXPORT_ROWS, mapPages, pagesOf } from "../platform/storage/pages.ts";
import type { Customer, CustomerPage, customersQuery } from "./contract.ts";
import { isAfter, matches, readCustomers } from "./read-customers.ts";

const PAGE_ROWS = 50;

export async function listCustomers(
	ctx: CreatorCtx,
	{ search, after, limit = PAGE_ROWS }: z.output<typeof customersQuery>,
): Promise<CustomerPage> {
	const where = and(
		after === undefined ? undefined : isAfter(after),
		search ? matches(ctx.user.id, search) : undefined,
	);
	const rows = await readCustomers(ctx, { where, most: limit + 1 });
	const customers = rows.slice(0, limit);
	return {
		customers,
		next: rows.length > limit ? (customers.at(-1)?.id ?? null) : null,
	};
}

export function customersCsv(ctx: CreatorCtx): AsyncGenerator<string> {
	const pages = pagesOf<Customer>((after) =>
		readCustomers(ctx, { where: after && isAfter(after.id), most: EXPORT_ROWS }),
	);
	return csvPieces(
		[
			"Email",
			"Purchases",
			`Total (${ctx.user.currency.toUpperCase()})`,
			"Latest purchase",
			"Last seen",
			"Downloads",
			"Blocked",
			"Other totals",
		],
		mapPages(pages, (customer) => [
			customer.email,
			{ value: String(customer.purchases) },
			{ value: customer.total },
			customer.boughtAt,
			customer.lastSeen,
			{ value: String(customer.downloads) },
			customer.blocked ? "yes" : "no",
			customer.otherTotals
				.map(({ amount, currency }) => `${amount} ${currency.toUpperCase()}`)
				.join(", "),
		]),
	);
}
