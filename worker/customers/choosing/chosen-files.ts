import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { choices, choosers } from "./tables.ts";

/**
 * Rows of the choices in the share's order, of its live files only: a choice follows a file to its newer versions,
 * which keep the position, and ends when the file is removed.
 */
export const readChosenFiles = (ctx: Ctx, where: SQL, db = ctx.db) =>
	db
		.select({
			chooserId: choices.chooserId,
			id: sql<string>`live.id`.as("live_id"),
			chosen: choices.chosen,
			comment: choices.comment,
		})
		.from(choosers)
		.innerJoin(choices, sql`${choices.chooserId} = ${choosers.id}`)
		.innerJoin(sql`all_files chosen_file`, sql`chosen_file.id = ${choices.fileId}`)
		.innerJoin(
			sql`files live`,
			sql`live.share_id = chosen_file.share_id and live.position = chosen_file.position`,
		)
		.where(where)
		.orderBy(choosers.createdAt, choosers.id, sql`coalesce(live.page_order, live.position)`);
