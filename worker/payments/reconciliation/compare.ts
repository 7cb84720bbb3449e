import { inArray, or, sql } from "drizzle-orm";
import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import type { Ctx } from "../../core/context.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { Difference } from "../tables.ts";
import { type ComparedRow, ledgerKey, rowsOf } from "./ledger-rows.ts";
import type { Movement } from "./movements.ts";

type Terms = Pick<
	typeof purchases.$inferSelect,
	"id" | "paymentIntentId" | "processingFeeCents" | "destinationAccount" | "autoRefundReason"
>;

export type Comparison = { checked: number; differences: Map<string, Difference> };

async function purchasesOf(ctx: Ctx, movements: readonly Movement[]): Promise<Map<string, Terms>> {
	const listed = (values: (string | null)[]) =>
		sql`(select value from json_each(${JSON.stringify([...new Set(values.filter(Boolean))])}))`;
	const terms = {
		id: purchases.id,
		paymentIntentId: purchases.paymentIntentId,
		processingFeeCents: purchases.processingFeeCents,
		destinationAccount: purchases.destinationAccount,
		autoRefundReason: purchases.autoRefundReason,
	};
	const rows = await ctx.db
		.select(terms)
		.from(purchases)
		.where(
			or(
				inArray(purchases.paymentIntentId, listed(movements.map((one) => one.paymentIntentId))),
				inArray(purchases.id, listed(movements.map((one) => one.purchaseId))),
			),
		);
	return new Map(
		rows.flatMap((row) =>
			[row.id, row.paymentIntentId].flatMap((key) => (key === null ? [] : [[key, row] as const])),
		),
	);
}

/** The ledger has a sale's fee if the creator bears it, and a dispute's unless the payment came too late. */
function expectedCents(movement: Movement, purchase: Terms | undefined): number {
	const { key, amountCents, feeCents } = movement;
	const isLate = Boolean(purchase?.autoRefundReason);
	let isFeeOurs = false;
	if (key.startsWith("charge:"))
		isFeeOurs = isLate || !purchase?.processingFeeCents || purchase.destinationAccount !== null;
	if (key.startsWith("dispute:")) isFeeOurs = isLate;
	return isFeeOurs ? amountCents : amountCents - feeCents;
}

function byKey(rows: readonly ComparedRow[]): Map<string, ComparedRow[]> {
	const found = new Map<string, ComparedRow[]>();
	for (const row of rows) {
		const key = ledgerKey(row);
		if (key !== null) found.set(key, [...(found.get(key) ?? []), row]);
	}
	return found;
}

const NO_ROW = { providerId: "", purchaseId: null, currency: DEFAULT_CURRENCY };
const sumOf = (rows: readonly ComparedRow[]) => rows.reduce((sum, row) => sum + row.amountCents, 0);

/** `complete` names objects whose movements are all given: their ledger rows without one are differences, too. */
export async function compareWithLedger(
	ctx: Ctx,
	movements: readonly Movement[],
	complete: readonly string[] = [],
): Promise<Comparison> {
	const ids = new Set([...movements.map(({ providerId }) => providerId), ...complete]);
	const [rows, sales] = await Promise.all([rowsOf(ctx, [...ids]), purchasesOf(ctx, movements)]);
	const recorded = byKey(rows);
	const comparison: Comparison = { checked: 0, differences: new Map() };
	const note = (key: string, difference: Difference) => {
		comparison.checked++;
		if (difference.providerCents !== difference.ledgerCents)
			comparison.differences.set(key, difference);
	};
	for (const movement of movements) {
		const { key, providerId, currency } = movement;
		const own = recorded.get(key) ?? [];
		recorded.delete(key);
		const purchase =
			sales.get(movement.paymentIntentId ?? "") ?? sales.get(movement.purchaseId ?? "");
		const purchaseId = purchase?.id ?? own[0]?.purchaseId ?? movement.purchaseId;
		// It belongs to a subscription, or was made by hand at the provider.
		if (purchaseId === null && own.length === 0) continue;
		const providerCents = expectedCents(movement, purchase);
		note(key, { providerId, providerCents, ledgerCents: sumOf(own), currency, purchaseId });
	}
	const completeGroups = new Set(complete);
	for (const [key, own] of recorded) {
		const [{ providerId, purchaseId, currency } = NO_ROW] = own;
		// Other objects' movements may be in other periods.
		if (!completeGroups.has(providerId)) continue;
		note(key, { providerId, providerCents: 0, ledgerCents: sumOf(own), currency, purchaseId });
	}
	return comparison;
}
