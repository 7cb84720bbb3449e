import { sql } from "drizzle-orm";
import type { CreatorCtx } from "../context.ts";
import { failure } from "../platform/errors.ts";

/** The order of files on their share's page, for `order by` in queries that select from `files`. */
export const pageOrder = sql`coalesce(files.page_order, files.position), files.position`;

/**
 * Puts a share's files into this order on its page; `id` is `shares.id`. The order of its archives stays,
 * so that downloads under way go on. @throws ApiError `request.invalid` unless these are all its files,
 * each once.
 */
export async function setPageOrder(
	ctx: CreatorCtx,
	id: string,
	order: readonly string[],
): Promise<void> {
	const wanted = sql`json_each(${JSON.stringify(order)})`;
	const { meta } = await ctx.db.run(sql`update files
		set page_order = (select key from ${wanted} where value = files.id)
		where share_id = ${id}
		and (select count(distinct value) from ${wanted}) = ${order.length}
		and (select count(*) from files present where present.share_id = ${id}) = ${order.length}
		and not exists (select 1 from ${wanted} where value not in
			(select id from files present where present.share_id = ${id}))`);
	if (meta.changes > 0) return;
	const message = "The files have changed meanwhile. Please reload the page.";
	throw failure("request.invalid", { message, fields: { order: message } });
}
