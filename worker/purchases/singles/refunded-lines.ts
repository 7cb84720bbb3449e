import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { ALL_FILES, purchaseLines } from "../entitlements/tables.ts";
import { linesOf, type RefundSnapshot } from "../payment-snapshot.ts";

/** Ends access to the lines that the provider's refunds name, and restores it to those whose refund failed. */
export function followRefundedLines(
	ctx: Ctx,
	purchaseId: string,
	refunds: readonly RefundSnapshot[],
) {
	const returned = linesOf(refunds, "returned");
	const kept = new Set([...linesOf(refunds, "failed")].filter((line) => !returned.has(line)));
	const set = (lines: ReadonlySet<string>, refundedAt: SQL) =>
		lines.size === 0
			? []
			: [
					ctx.db
						.update(purchaseLines)
						.set({ refundedAt })
						.where(
							and(
								eq(purchaseLines.purchaseId, purchaseId),
								// A refund of `*` also ends the lines that `purchase_lines_keep` added.
								sql`exists (select 1 from json_each(${JSON.stringify([...lines])}) where value in
									(${purchaseLines.fileId} || ':' || ${purchaseLines.edition}, ${`${ALL_FILES}:`} || ${purchaseLines.edition}))`,
							),
						),
				];
	return [
		...set(returned, sql`coalesce(${purchaseLines.refundedAt}, ${ctx.now()})`),
		...set(kept, sql`null`),
	];
}
