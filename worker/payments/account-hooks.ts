import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../core/context.ts";
import { staleCreatorPages } from "../core/stale-pages.ts";
import { EXPORT_ROWS, isBeyond, mapPages, pagesOf } from "../platform/storage/pages.ts";
import { shownStateOf } from "../purchases/entitlements/sold-sql.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import { checkouts } from "./checkout-links/tables.ts";
import {
	invoiceDetails,
	invoices,
	ledger,
	payoutMethods,
	payoutTransfers,
	withdrawals,
} from "./tables.ts";

/** The connected account's id stays with the ledger. */
export async function deleteDirectWays(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		ctx.db
			.update(payoutMethods)
			.set({
				cashAppHandle: null,
				directLink: null,
				releaseOnConfirmation: false,
				updatedAt: ctx.now(),
			})
			.where(eq(payoutMethods.userId, userId)),
		staleCreatorPages(ctx, userId),
	]);
}

/** For an account taken over by its address's owner. Money held by the platform stays assigned to it. */
export async function deletePayoutMethods(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		ctx.db.delete(payoutMethods).where(eq(payoutMethods.userId, userId)),
		staleCreatorPages(ctx, userId),
	]);
}

/** Pages through a creator's rows; `order` must be unique. */
function ownRows(
	ctx: Ctx,
	userId: string,
	table: SQLiteTable & { creatorId: SQLiteColumn },
	columns: Record<string, SQLiteColumn | SQL>,
	order: readonly SQL[],
) {
	const place = sql`json_array(${sql.join([...order], sql`, `)})`.mapWith(JSON.parse);
	const pages = pagesOf<{ place: unknown } & Record<string, unknown>>((after) =>
		ctx.db
			.select({ ...columns, place })
			.from(table)
			.where(
				and(
					eq(table.creatorId, userId),
					isBeyond(">", order, after && (after.place as (string | number)[])),
				),
			)
			.orderBy(...order)
			.limit(EXPORT_ROWS),
	);
	return mapPages(pages, ({ place: _, ...row }): Record<string, unknown> => row);
}

const salesOf = (ctx: Ctx, userId: string) =>
	ownRows(
		ctx,
		userId,
		purchases,
		{
			id: purchases.id,
			title: purchases.shareTitle,
			route: purchases.route,
			state: shownStateOf(sql`purchases`),
			priceCents: purchases.priceCents,
			currency: purchases.currency,
			reference: purchases.reference,
			createdAt: purchases.createdAt,
			claimedAt: purchases.claimedAt,
			paidAt: purchases.paidAt,
			parts: sql`(select json_group_array(share_id) from purchase_parts
				where purchase_parts.purchase_id = purchases.id)`.mapWith(JSON.parse),
		},
		[sql`purchases.created_at`, sql`purchases.rowid`],
	);

const invoiceColumns = {
	purchaseId: invoices.purchaseId,
	number: invoices.number,
	replaced: sql`(select json_group_array(json_remove(value, '$.buyer'))
		from json_each(invoices.replaced))`,
	issuedAt: invoices.issuedAt,
	sellerName: invoices.sellerName,
	sellerAddress: invoices.sellerAddress,
	sellerCountry: invoices.sellerCountry,
	sellerTaxNumber: invoices.sellerTaxNumber,
};

const checkoutColumns = {
	id: checkouts.id,
	shareId: checkouts.shareId,
	priceCents: checkouts.priceCents,
	successUrl: checkouts.successUrl,
	externalId: checkouts.externalId,
	metadata: checkouts.metadata,
	createdAt: checkouts.createdAt,
};

async function* withdrawalsOf(ctx: Ctx, userId: string) {
	for await (const sales of salesOf(ctx, userId)) {
		const ids = JSON.stringify(sales.map(({ id }) => id));
		yield await ctx.db
			.select({
				purchaseId: withdrawals.purchaseId,
				at: withdrawals.at,
				outcome: withdrawals.outcome,
			})
			.from(withdrawals)
			.where(inArray(withdrawals.purchaseId, sql`(select value from json_each(${ids}))`));
	}
}

/** Omits buyers' addresses. */
export async function exportPayments(ctx: Ctx, userId: string): Promise<unknown> {
	const [[method], [details]] = await ctx.db.batch([
		ctx.db.select().from(payoutMethods).where(eq(payoutMethods.userId, userId)),
		ctx.db.select().from(invoiceDetails).where(eq(invoiceDetails.userId, userId)),
	]);
	return {
		payoutMethod: method ?? null,
		sales: salesOf(ctx, userId),
		ledger: ownRows(ctx, userId, ledger, getTableColumns(ledger), [
			sql`ledger.at`,
			sql`ledger.rowid`,
		]),
		payoutTransfers: ownRows(ctx, userId, payoutTransfers, getTableColumns(payoutTransfers), [
			sql`payout_transfers.rowid`,
		]),
		checkouts: ownRows(ctx, userId, checkouts, checkoutColumns, [sql`checkouts.id`]),
		invoiceDetails: details ?? null,
		invoices: ownRows(ctx, userId, invoices, invoiceColumns, [sql`invoices.number`]),
		withdrawals: withdrawalsOf(ctx, userId),
	};
}
