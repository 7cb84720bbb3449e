import { and, desc, eq, sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { Balance, LedgerLine } from "../../contract/payments/payments.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { csvPieces } from "../../platform/csv.ts";
import { EXPORT_ROWS, isBeyond, mapPages, pagesOf } from "../../platform/storage/pages.ts";
import { purchases, totals } from "../../purchases/entitlements/tables.ts";
import { isOverall } from "../../purchases/entitlements/totals-sql.ts";
import { heldInTotal } from "../ledger/held-for.ts";
import { ledger } from "../tables.ts";
import { type SalesPeriod, salesPages } from "./list-sales.ts";

const LATEST = 50;

/** The next entries after one, newest first. */
function readLines(ctx: CreatorCtx, limit: number, after?: { line: { at: number }; row: number }) {
	const order = [sql`ledger.at`, sql`ledger.rowid`];
	return ctx.replica
		.select({
			row: sql<number>`ledger.rowid`,
			line: ledger,
			reference: purchases.reference,
			title: purchases.shareTitle,
			code: purchases.discountCode,
		})
		.from(ledger)
		.leftJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.where(
			and(
				eq(ledger.creatorId, ctx.user.id),
				isBeyond("<", order, after && [after.line.at, after.row]),
			),
		)
		.orderBy(desc(ledger.at), desc(sql`ledger.rowid`))
		.limit(limit);
}

function presentLine({
	line,
	reference,
	title,
	code,
}: Awaited<ReturnType<typeof readLines>>[number]): LedgerLine {
	return {
		at: new Date(line.at).toISOString(),
		reference,
		title,
		code,
		kind: line.kind,
		amount: priceOf(line.amountCents),
		account: line.account,
	};
}

/** Returns where the creator's money is, and the latest entries that explain it. */
export async function balance(ctx: CreatorCtx): Promise<Balance> {
	const [[sums], [known], lines] = await ctx.replica.batch([
		ctx.replica
			.select()
			.from(totals)
			.where(isOverall(sql`${ctx.user.id}`)),
		ctx.replica
			.select({ heldCents: heldInTotal(sql`${users.id}`).as("held") })
			.from(users)
			.where(eq(users.id, ctx.user.id)),
		readLines(ctx, LATEST),
	]);
	return {
		currency: ctx.user.currency,
		held: priceOf(known?.heldCents ?? 0),
		connected: priceOf(sums?.connectedCents ?? 0),
		outside: priceOf(sums?.outsideCents ?? 0),
		lines: lines.map(presentLine),
	};
}

/** Returns the whole ledger, newest first. */
export function ledgerCsv(ctx: CreatorCtx): AsyncGenerator<string> {
	const pages = pagesOf<Awaited<ReturnType<typeof readLines>>[number]>((after) =>
		readLines(ctx, EXPORT_ROWS, after),
	);
	return csvPieces(
		[
			"Time",
			"Reference",
			"Files",
			"Kind",
			`Amount (${ctx.user.currency.toUpperCase()})`,
			"Place",
			"Provider",
			"Discount code",
		],
		mapPages(pages, (row) => {
			const { at, reference, title, kind, amount, account, code } = presentLine(row);
			const provider = row.line.providerId ?? "";
			return [at, reference, title, kind, { value: amount }, account, provider, code];
		}),
	);
}

/** Returns the sales of a period, or every sale, newest first. */
export function salesCsv(ctx: CreatorCtx, period: SalesPeriod): AsyncGenerator<string> {
	return csvPieces(
		[
			"Paid at",
			"Files",
			"Buyer",
			"Route",
			"State",
			`Price (${ctx.user.currency.toUpperCase()})`,
			"Platform fee",
			"Processing fee",
			"Refunded",
			"Your share",
			"Where",
			"Sale",
			"Discount code",
			"Price without it",
			"External id",
			"Exchanged to",
			"Exchanged price",
		],
		mapPages(salesPages(ctx, period), (sale) => [
			sale.paidAt,
			sale.title,
			sale.buyerEmail,
			sale.route,
			sale.state,
			{ value: sale.price },
			{ value: sale.platformFee },
			{ value: sale.processingFee },
			{ value: sale.refunded },
			{ value: sale.net },
			sale.where,
			sale.id,
			sale.discount?.code ?? null,
			sale.discount && { value: sale.discount.listPrice },
			sale.checkout?.externalId ?? null,
			sale.exchanged?.currency.toUpperCase() ?? null,
			sale.exchanged && { value: sale.exchanged.price },
		]),
	);
}
