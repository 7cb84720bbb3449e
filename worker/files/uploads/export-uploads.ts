import { desc, eq } from "drizzle-orm";
import { heldUploads } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { uploads } from "./tables.ts";

export async function exportUploads(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select()
		.from(uploads)
		.where(eq(uploads.creatorId, userId))
		.orderBy(desc(uploads.createdAt));
	const held = await ctx.db
		.select({ id: heldUploads.id })
		.from(heldUploads)
		.where(eq(heldUploads.creatorId, userId));
	const isHeld = new Set(held.map(({ id }) => id));
	return rows.map(({ id, state, createdAt }) => ({
		id,
		state,
		/** it waits for the scanner, or for the operator after a match */
		isHeld: isHeld.has(id),
		createdAt: new Date(createdAt).toISOString(),
	}));
}
