import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { sweeps } from "./tables.ts";

/** Where a sweep goes on; null at the beginning. */
export async function readCursor(ctx: Ctx, name: string): Promise<string | null> {
	const [row] = await ctx.db
		.select({ cursor: sweeps.cursor })
		.from(sweeps)
		.where(eq(sweeps.name, name));
	return row?.cursor ?? null;
}

/** Notes where the next run goes on; null begins anew. */
export async function keepCursor(ctx: Ctx, name: string, cursor: string | null): Promise<void> {
	const set = { cursor, at: ctx.now() };
	await ctx.db
		.insert(sweeps)
		.values({ name, ...set })
		.onConflictDoUpdate({ target: sweeps.name, set });
}
