import { desc, gt } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { reconciliations } from "../tables.ts";

/** Times in ms, money in cents. */
export type Reconciliation = Omit<typeof reconciliations.$inferSelect, "id">;

export async function latestReconciliation(ctx: Ctx): Promise<Reconciliation | null> {
	const [latest] = await ctx.db
		.select({
			at: reconciliations.at,
			until: reconciliations.until,
			checked: reconciliations.checked,
			differenceCents: reconciliations.differenceCents,
			differences: reconciliations.differences,
		})
		.from(reconciliations)
		.where(gt(reconciliations.at, 0))
		.orderBy(desc(reconciliations.at))
		.limit(1);
	return latest ?? null;
}
