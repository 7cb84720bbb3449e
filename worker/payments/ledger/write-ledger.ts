import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { ledger } from "../tables.ts";

type LedgerRow = typeof ledger.$inferSelect;

/** From the creator's point of view, in cents. */
export type LedgerEntry = Pick<
	LedgerRow,
	"causeKey" | "kind" | "amountCents" | "account" | "providerId"
> & {
	/** false for granted payments, true for automatically refunded ones, null for both */
	readonly ifAutoRefund: boolean | null;
	/** cause of an entry that must already exist; absent for none */
	readonly after?: string;
};

/** The quote: `processingFeeCents` is 0 if the operator bears it. */
export type SaleTerms = Pick<
	PurchaseRow,
	| "id"
	| "currency"
	| "priceCents"
	| "platformFeeCents"
	| "processingFeeCents"
	| "destinationAccount"
>;

/**
 * Must follow the statements that decide the payment: an undecided purchase gets no entries, an automatically
 * refunded one only those meant for it.
 */
export function writeLedger(
	ctx: Ctx,
	purchase: { id: string; creatorId: string },
	ledgerEntries: readonly LedgerEntry[],
) {
	const lines = JSON.stringify(ledgerEntries.map((entry) => ({ ...entry, id: ctx.id() })));
	return insertWhen(
		ctx.db,
		ledger,
		{
			id: sql`line.value ->> 'id'`,
			causeKey: sql`line.value ->> 'causeKey'`,
			creatorId: purchase.creatorId,
			purchaseId: purchase.id,
			kind: sql`line.value ->> 'kind'`,
			amountCents: sql`line.value ->> 'amountCents'`,
			account: sql`line.value ->> 'account'`,
			providerId: sql`line.value ->> 'providerId'`,
			at: ctx.now(),
		},
		sql`purchases.state in ('paid', 'disputed', 'refunded')
			and coalesce(line.value ->> 'ifAutoRefund', purchases.auto_refund_reason is not null)
				= (purchases.auto_refund_reason is not null)
			and (line.value ->> 'after' is null
				or exists (select 1 from ledger where cause_key = line.value ->> 'after'))`,
		sql`json_each(${lines}) line join purchases on purchases.id = ${purchase.id}`,
	).onConflictDoNothing();
}

/** For sales that are free or paid outside the platform. */
export const writeOutsideSale = (
	ctx: Ctx,
	purchase: { id: string; creatorId: string; priceCents: number },
) =>
	writeLedger(ctx, purchase, [
		{
			causeKey: `gross:${purchase.id}`,
			kind: "gross",
			amountCents: purchase.priceCents,
			account: "outside",
			providerId: null,
			ifAutoRefund: false,
		},
	]);
