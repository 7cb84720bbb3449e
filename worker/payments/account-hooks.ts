import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
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

const ROW = {
	purchases: sql<number>`purchases.rowid`,
	ledger: sql<number>`ledger.rowid`,
	transfers: sql<number>`payout_transfers.rowid`,
};

const salesOf = (ctx: Ctx, userId: string) =>
	pagesOf<{ row: number; createdAt: number } & Record<string, unknown>>((after) =>
		ctx.db
			.select({
				row: ROW.purchases,
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
				/** ids of the shares that a bundle opens */
				parts: sql<string[]>`(select json_group_array(share_id) from purchase_parts
					where purchase_parts.purchase_id = purchases.id)`.mapWith(JSON.parse),
			})
			.from(purchases)
			.where(
				and(
					eq(purchases.creatorId, userId),
					isBeyond(
						">",
						[sql`purchases.created_at`, ROW.purchases],
						after && [after.createdAt, after.row],
					),
				),
			)
			.orderBy(purchases.createdAt, ROW.purchases)
			.limit(EXPORT_ROWS),
	);

const linesOf = (ctx: Ctx, userId: string) =>
	pagesOf<{ row: number; at: number } & Record<string, unknown>>((after) =>
		ctx.db
			.select({ row: ROW.ledger, ...getTableColumns(ledger) })
			.from(ledger)
			.where(
				and(
					eq(ledger.creatorId, userId),
					isBeyond(">", [sql`ledger.at`, ROW.ledger], after && [after.at, after.row]),
				),
			)
			.orderBy(ledger.at, ROW.ledger)
			.limit(EXPORT_ROWS),
	);

const movesOf = (ctx: Ctx, userId: string) =>
	pagesOf<{ row: number } & Record<string, unknown>>((after) =>
		ctx.db
			.select({ row: ROW.transfers, ...getTableColumns(payoutTransfers) })
			.from(payoutTransfers)
			.where(
				and(
					eq(payoutTransfers.creatorId, userId),
					isBeyond(">", [ROW.transfers], after && [after.row]),
				),
			)
			.orderBy(ROW.transfers)
			.limit(EXPORT_ROWS),
	);

const invoicesOf = (ctx: Ctx, userId: string) =>
	pagesOf<{ number: number } & Record<string, unknown>>((after) =>
		ctx.db
			.select({
				purchaseId: invoices.purchaseId,
				number: invoices.number,
				replaced: sql<string>`(select json_group_array(json_remove(value, '$.buyer'))
					from json_each(invoices.replaced))`,
				issuedAt: invoices.issuedAt,
				sellerName: invoices.sellerName,
				sellerAddress: invoices.sellerAddress,
				sellerCountry: invoices.sellerCountry,
				sellerTaxNumber: invoices.sellerTaxNumber,
			})
			.from(invoices)
			.where(
				and(
					eq(invoices.creatorId, userId),
					isBeyond(">", [sql`invoices.number`], after && [after.number]),
				),
			)
			.orderBy(invoices.number)
			.limit(EXPORT_ROWS),
	);

const checkoutsOf = (ctx: Ctx, userId: string) =>
	pagesOf<{ id: string } & Record<string, unknown>>((after) =>
		ctx.db
			.select({
				id: checkouts.id,
				shareId: checkouts.shareId,
				priceCents: checkouts.priceCents,
				successUrl: checkouts.successUrl,
				externalId: checkouts.externalId,
				metadata: checkouts.metadata,
				createdAt: checkouts.createdAt,
			})
			.from(checkouts)
			.where(
				and(
					eq(checkouts.creatorId, userId),
					isBeyond(">", [sql`checkouts.id`], after && [after.id]),
				),
			)
			.orderBy(checkouts.id)
			.limit(EXPORT_ROWS),
	);

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

const withoutRow = ({ row: _, ...shown }: { row: number } & Record<string, unknown>) => shown;

/** Returns the money part of a creator's data export, without buyers' addresses. */
export async function exportPayments(ctx: Ctx, userId: string): Promise<unknown> {
	const [[method], [details]] = await ctx.db.batch([
		ctx.db.select().from(payoutMethods).where(eq(payoutMethods.userId, userId)),
		ctx.db.select().from(invoiceDetails).where(eq(invoiceDetails.userId, userId)),
	]);
	return {
		payoutMethod: method ?? null,
		sales: mapPages(salesOf(ctx, userId), withoutRow),
		ledger: mapPages(linesOf(ctx, userId), withoutRow),
		payoutTransfers: mapPages(movesOf(ctx, userId), withoutRow),
		checkouts: checkoutsOf(ctx, userId),
		invoiceDetails: details ?? null,
		invoices: invoicesOf(ctx, userId),
		withdrawals: withdrawalsOf(ctx, userId),
	};
}
