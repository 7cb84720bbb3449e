import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import type { ledger } from "../tables.ts";

/** In the transfer's currency; `causeKey` replaces a missing `providerId`. */
export type ComparedRow = Pick<
	typeof ledger.$inferSelect,
	"causeKey" | "kind" | "amountCents" | "account" | "purchaseId"
> & { readonly providerId: string; readonly currency: string };

const COLUMNS = sql.raw(
	`cause_key as "causeKey", kind, coalesce(settled_cents, amount_cents) as "amountCents", account,
	purchase_id as "purchaseId", coalesce(provider_id, cause_key) as "providerId",
	coalesce((select iif(ledger.settled_cents is null, currency, settled_currency) from purchases
		where purchases.id = ledger.purchase_id), 'usd') as currency`,
);
const ROWS_PER_PAGE = 1000;

/** Null for rows without a movement on the platform's balance, such as its fee or money paid outside. */
export function ledgerKey(row: ComparedRow): string | null {
	if (row.account === "outside") return null;
	switch (row.kind) {
		case "gross":
			return `charge:${row.providerId}`;
		case "processing_fee":
			return row.account === "platform" ? `charge:${row.providerId}` : null;
		case "refund":
			return `${row.causeKey.startsWith("refund_failed:") ? "failed" : "refund"}:${row.providerId}`;
		case "dispute":
		case "dispute_won":
		case "dispute_fee":
			return `dispute:${row.causeKey.slice(row.causeKey.indexOf(":") + 1)}`;
		case "transfer":
		case "transfer_reversal":
			return row.account === "platform" ? `moved:${row.providerId}` : null;
		default:
			return null;
	}
}

export function rowsOf(ctx: Ctx, providerIds: readonly string[]): Promise<ComparedRow[]> {
	const ids = sql`(select value from json_each(${JSON.stringify(providerIds)}))`;
	return ctx.db.all<ComparedRow>(
		sql`select ${COLUMNS} from ledger
			where provider_id in ${ids} or (cause_key in ${ids} and provider_id is null)`,
	);
}

export async function* rowsBetween(
	ctx: Ctx,
	from: number,
	until: number,
): AsyncGenerator<ComparedRow[]> {
	let last = { at: from, row: 0 };
	for (;;) {
		const page: (ComparedRow & { at: number; row: number })[] = await ctx.db.all(
			sql`select ${COLUMNS}, at, rowid as "row" from ledger
				where (at, rowid) > (${last.at}, ${last.row}) and at < ${until}
				order by at, rowid limit ${sql.raw(String(ROWS_PER_PAGE))}`,
		);
		yield page;
		const end = page.at(-1);
		if (!end || page.length < ROWS_PER_PAGE) return;
		last = end;
	}
}
