import { desc, eq, sql } from "drizzle-orm";
import type { CreatorCtx } from "../../context.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Balance, LedgerLine } from "../../contract/payments.ts";
import { purchases } from "../../entitlements/tables.ts";
import { csv } from "../../platform/csv.ts";
import { ledger } from "../tables.ts";
import { findSales, type SalesPeriod } from "./list-sales.ts";

const LATEST = 50;
const MAX_ROWS = 50_000;

async function linesOf(
	ctx: CreatorCtx,
	limit: number,
): Promise<(LedgerLine & { provider: string })[]> {
	const rows = await ctx.replica
		.select({
			line: ledger,
			reference: purchases.reference,
			title: purchases.shareTitle,
			code: purchases.discountCode,
		})
		.from(ledger)
		.leftJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.where(eq(ledger.creatorId, ctx.user.id))
		.orderBy(desc(ledger.at), desc(sql`ledger.rowid`))
		.limit(limit);
	return rows.map(({ line, reference, title, code }) => ({
		at: new Date(line.at).toISOString(),
		reference,
		title,
		code,
		kind: line.kind,
		amount: priceOf(line.amountCents),
		account: line.account,
		provider: line.providerId ?? "",
	}));
}

/** Returns where the creator's money is, and the latest entries that explain it. */
export async function balance(ctx: CreatorCtx): Promise<Balance> {
	const sums = await ctx.replica
		.select({
			account: ledger.account,
			cents: sql<number>`coalesce(sum(${ledger.amountCents}), 0)`,
		})
		.from(ledger)
		.where(eq(ledger.creatorId, ctx.user.id))
		.groupBy(ledger.account);
	const at = (account: LedgerLine["account"]) =>
		priceOf(sums.find((sum) => sum.account === account)?.cents ?? 0);
	const lines = await linesOf(ctx, LATEST);
	return {
		held: at("platform"),
		connected: at("connected"),
		outside: at("outside"),
		lines: lines.map(({ provider: _, ...line }) => line),
	};
}

/** Returns the whole ledger, newest first. */
export async function ledgerCsv(ctx: CreatorCtx): Promise<string> {
	const lines = await linesOf(ctx, MAX_ROWS);
	return csv(
		["Time", "Reference", "Files", "Kind", "Amount (USD)", "Place", "Provider", "Discount code"],
		lines.map((line) => [
			line.at,
			line.reference,
			line.title,
			line.kind,
			{ value: line.amount },
			line.account,
			line.provider,
			line.code,
		]),
	);
}

/** Returns the sales of a period, or every sale, newest first. */
export async function salesCsv(ctx: CreatorCtx, period: SalesPeriod): Promise<string> {
	const sales = await findSales(ctx, period);
	return csv(
		[
			"Paid at",
			"Files",
			"Buyer",
			"Route",
			"State",
			"Price (USD)",
			"Platform fee",
			"Processing fee",
			"Refunded",
			"Your share",
			"Where",
			"Sale",
			"Discount code",
			"Price without it",
		],
		sales.map((sale) => [
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
		]),
	);
}
