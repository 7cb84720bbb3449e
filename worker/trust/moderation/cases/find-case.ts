import { asc, eq } from "drizzle-orm";
import { caseEntries, cases } from "../../../core/cases/tables.ts";
import type { Ctx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";

export type CaseRow = typeof cases.$inferSelect;
export type CaseEntry = typeof caseEntries.$inferSelect;

/** Throws `case.not_found`. */
export async function findCase(ctx: Ctx, id: string): Promise<CaseRow> {
	const [row] = await ctx.db.select().from(cases).where(eq(cases.id, id));
	if (!row) throw failure("case.not_found");
	return row;
}

/** Oldest first. */
export function entriesOf(ctx: Ctx, id: string): Promise<CaseEntry[]> {
	return ctx.db
		.select()
		.from(caseEntries)
		.where(eq(caseEntries.caseId, id))
		.orderBy(asc(caseEntries.at))
		.limit(500);
}
