import { and, desc, eq, sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { csvPieces } from "../../platform/csv.ts";
import { failure } from "../../platform/errors.ts";
import { EXPORT_ROWS, isBeyond, mapPages, pagesOf } from "../../platform/storage/pages.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { type CurrencySums, sumsByCurrency } from "../../purchases/entitlements/totals-sql.ts";
import type { Balance, LedgerLine } from "../ledger/contract.ts";
import { ledger } from "../tables.ts";
import type { SaleLine } from "./contract/sales.ts";
import { type SalesSelection, salesPages } from "./list-sales.ts";

const LATEST = 50;

function readLines(ctx: CreatorCtx, limit: number, after?: { line: { at: number }; row: number }) {
	const order = [sql`ledger.at`, sql`ledger.rowid`];
	return ctx.replica
		.select({
			row: sql<number>`ledger.rowid`,
			line: ledger,
			reference: purchases.reference,
			title: purchases.shareTitle,
			code: purchases.discountCode,
			currency: purchases.currency,
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

type Row = Awaited<ReturnType<typeof readLines>>[number];

function presentLine(ctx: CreatorCtx, { line, reference, title, code, currency }: Row): LedgerLine {
	return {
		at: new Date(line.at).toISOString(),
		reference,
		title,
		code,
		kind: line.kind,
		currency: currency ?? ctx.user.currency,
		amount: priceOf(line.amountCents),
		account: line.account,
	};
}

function whereabouts({ currency, heldCents, connectedCents, outsideCents }: CurrencySums) {
	return {
		currency,
		held: priceOf(heldCents),
		connected: priceOf(connectedCents),
		outside: priceOf(outsideCents),
	};
}

export async function balance(ctx: CreatorCtx): Promise<Balance> {
	const [sums, lines] = await ctx.replica.batch([
		sumsByCurrency(ctx.replica, sql`${ctx.user.id}`),
		readLines(ctx, LATEST),
	]);
	const [own, ...others] = sums;
	if (!own) throw failure("internal.error");
	return {
		...whereabouts(own),
		others: others
			.filter((one) => one.heldCents || one.connectedCents || one.outsideCents)
			.map(whereabouts),
		lines: lines.map((row) => presentLine(ctx, row)),
	};
}

export function ledgerCsv(ctx: CreatorCtx): AsyncGenerator<string> {
	const pages = pagesOf<Row>((after) => readLines(ctx, EXPORT_ROWS, after));
	return csvPieces(
		"Time,Reference,Files,Kind,Amount,Currency,Place,Provider,Discount code".split(","),
		mapPages(pages, (row) => {
			const line = presentLine(ctx, row);
			return [
				line.at,
				line.reference,
				line.title,
				line.kind,
				{ value: line.amount },
				line.currency.toUpperCase(),
				line.account,
				row.line.providerId ?? "",
				line.code,
			];
		}),
	);
}

const SALES_COLUMNS =
	"Paid at,Files,Buyer,Route,State,Price,Platform fee,Processing fee,Refunded,Your share,Where,Sale,Discount code,Price without it,External id,Exchanged to,Exchanged price,Currency,Single files";

function lineWords({ name, edition, refundedAt }: SaleLine): string {
	const more = [edition === "web" && "web size", refundedAt !== null && "refunded"].filter(Boolean);
	const words = name ?? "All pictures";
	return more.length > 0 ? `${words} (${more.join(", ")})` : words;
}

/** Throws `share.not_found`. */
export async function salesCsv(
	ctx: CreatorCtx,
	selection: SalesSelection,
): Promise<AsyncGenerator<string>> {
	return csvPieces(
		SALES_COLUMNS.split(","),
		mapPages(await salesPages(ctx, selection), (sale) => [
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
			sale.currency.toUpperCase(),
			sale.lines?.map(lineWords).join("; ") ?? null,
		]),
	);
}
