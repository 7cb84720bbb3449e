import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { ledger } from "../tables.ts";
import type { LedgerEntry } from "./ledger-entries.ts";

/**
 * Returns the statement that writes a purchase's entries into the ledger; existing entries are left
 * alone. It belongs after the statements that decide what the payment becomes: an undecided purchase gets
 * no entries, and an automatically refunded one only those meant for it.
 */
export function writeLedger(
	ctx: Ctx,
	purchase: { id: string; creatorId: string },
	ledgerEntries: readonly LedgerEntry[],
) {
	const lines = JSON.stringify(ledgerEntries.map((entry) => ({ ...entry, id: ctx.id() })));
	// In the order of the table's columns.
	return ctx.db
		.insert(ledger)
		.select(
			sql`select line.value ->> 'id', line.value ->> 'causeKey', ${purchase.creatorId}, ${purchase.id},
				line.value ->> 'kind', line.value ->> 'amountCents', line.value ->> 'account',
				line.value ->> 'providerId', ${ctx.now()}
			from json_each(${lines}) line join purchases on purchases.id = ${purchase.id}
			where purchases.state in ('paid', 'disputed', 'refunded')
			and coalesce(line.value ->> 'ifAutoRefund', purchases.auto_refund_reason is not null)
				= (purchases.auto_refund_reason is not null)`,
		)
		.onConflictDoNothing();
}
