import { isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { closedTo, isOwner } from "../entitlements/access-sql.ts";
import { isKnownBot } from "./record-view.ts";
import { fileCounts } from "./tables.ts";

/**
 * Counts files of a share that sells them one by one or asks to choose: anonymously, so each browser says itself what
 * it hasn't counted yet. Its creator, bots and visitors who ask not to be tracked don't count.
 */
export async function countFiles(
	ctx: Ctx,
	request: Request,
	{ slug, seen, hearts }: { slug: string; seen: readonly string[]; hearts: readonly string[] },
): Promise<void> {
	if (seen.length + hearts.length === 0 || ctx.visit.isPrivate || isKnownBot(request)) return;
	const isAmong = (ids: readonly string[]) =>
		sql`(files.id in (select value from json_each(${JSON.stringify(ids)})))`;
	await insertWhen(
		ctx.db,
		fileCounts,
		{
			fileId: sql`files.id`,
			shareId: sql`files.share_id`,
			seen: isAmong(seen),
			hearts: isAmong(hearts),
		},
		sql`shares.slug = ${slug} and shares.status = 'published'
			and (shares.singles is not null or shares.choosing is not null)
			and not ${isOwner(ctx)} and ${isNull(closedTo(ctx))} and ${isAmong([...seen, ...hearts])}`,
		sql`shares cross join files on files.share_id = shares.id`,
	).onConflictDoUpdate({
		target: fileCounts.fileId,
		set: { seen: sql`seen + excluded.seen`, hearts: sql`hearts + excluded.hearts` },
	});
}
