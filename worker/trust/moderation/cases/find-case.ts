import { eq } from "drizzle-orm";
import { cases } from "../../../core/cases/tables.ts";
import type { Ctx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";

export type CaseRow = typeof cases.$inferSelect;

/** Throws `case.not_found`. */
export async function findCase(ctx: Ctx, id: string): Promise<CaseRow> {
	const [row] = await ctx.db.select().from(cases).where(eq(cases.id, id));
	if (!row) throw failure("case.not_found");
	return row;
}
