import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { files } from "./tables.ts";

/** For queries that select from `files`. */
export const pageOrder = sql`coalesce(files.page_order, files.position), files.position`;

/** Throws `request.invalid` unless `order` names every file of the share once. */
export async function checkPageOrder(
	ctx: CreatorCtx,
	shareId: string,
	order: readonly string[],
): Promise<void> {
	const present = await ctx.db
		.select({ id: files.id })
		.from(files)
		.where(eq(files.shareId, shareId));
	const wanted = new Set(order);
	const isWhole = wanted.size === order.length && present.length === order.length;
	if (isWhole && present.every(({ id }) => wanted.has(id))) return;
	const message = "The files have changed meanwhile. Please reload the page.";
	throw failure("request.invalid", { message, fields: { order: message } });
}

/** Archives keep their own order, so that running downloads can continue. */
export function setPageOrder(
	ctx: CreatorCtx,
	shareId: string,
	order: readonly string[],
	condition: SQL,
) {
	const place = sql<number>`(select key from json_each(${JSON.stringify(order)}) where value = files.id)`;
	return ctx.db
		.update(files)
		.set({ pageOrder: place })
		.where(and(eq(files.shareId, shareId), condition));
}
