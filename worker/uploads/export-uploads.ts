import { desc, eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { uploads } from "./tables.ts";

/** Returns a creator's uploads, for the data export. */
export async function exportUploads(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select()
		.from(uploads)
		.where(eq(uploads.creatorId, userId))
		.orderBy(desc(uploads.createdAt));
	return rows.map(({ id, state, createdAt }) => ({
		id,
		state,
		createdAt: new Date(createdAt).toISOString(),
	}));
}
