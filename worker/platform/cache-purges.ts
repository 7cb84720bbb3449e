import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PlatformCtx } from "./context.ts";
import type { CachedEntrypoint, CachedEntrypoints } from "./http/cached-entrypoint.ts";
import { log, serializeError } from "./log.ts";
import { insertWhen } from "./storage/insert-when.ts";
import { cachePurges } from "./tables.ts";

type CacheName = keyof CachedEntrypoints;

/** The platform's limit. */
const TAGS_PER_CALL = 100;
const CALLS_PER_RUN = 5;
const LEASE_MS = 30 * 1000;

/**
 * Belongs in the batch that writes the change; repeated until the platform accepts it. `tag` is an expression over
 * the rows of `from`.
 */
export function queueCachePurge(
	ctx: PlatformCtx,
	purge: { cache: CacheName; tag: SQL; where?: SQL | undefined; from?: SQL },
) {
	ctx.changes.toPurge = true;
	const { cache, tag, where = sql`true`, from } = purge;
	return insertWhen(
		ctx.db,
		cachePurges,
		{ cache, tag, mark: ctx.id(), dueAt: ctx.now() },
		where,
		from,
	).onConflictDoUpdate({
		target: [cachePurges.cache, cachePurges.tag],
		set: { mark: sql`excluded.mark`, dueAt: sql`excluded.due_at` },
	});
}

/** Claims due purges, so that no concurrent run takes them. */
function takeDue(ctx: PlatformCtx) {
	const now = ctx.now();
	return ctx.db
		.update(cachePurges)
		.set({ dueAt: now + LEASE_MS })
		.where(
			sql`rowid in (select rowid from cache_purges where due_at <= ${now}
				order by due_at limit ${TAGS_PER_CALL})`,
		)
		.returning();
}

type Row = typeof cachePurges.$inferSelect;

/** Returns false if the platform refuses because too much was purged recently. */
async function purge(
	ctx: PlatformCtx,
	{ cache, entrypoint }: { cache: CacheName; entrypoint: CachedEntrypoint },
	rows: Row[],
): Promise<boolean> {
	if (rows.length === 0) return true;
	const tags = rows.map(({ tag }) => tag);
	try {
		if (!(await entrypoint.purge(tags))) {
			log("warn", "cache.purge_refused", { cache, tags: tags.length });
			return false;
		}
	} catch (error) {
		log("warn", "cache.purge_failed", { cache, ...serializeError(error) });
		return false;
	}
	// Except those requested again in the meantime.
	await ctx.db
		.delete(cachePurges)
		.where(
			and(
				eq(cachePurges.cache, cache),
				inArray(cachePurges.tag, sql`(select value from json_each(${JSON.stringify(tags)}))`),
				inArray(
					cachePurges.mark,
					sql`(select value from json_each(${JSON.stringify(rows.map(({ mark }) => mark))}))`,
				),
			),
		);
	return true;
}

export async function runCachePurges(ctx: PlatformCtx): Promise<void> {
	const cached = ctx.cached();
	if (!cached) return;
	for (let call = 0; call < CALLS_PER_RUN; call++) {
		const rows = await takeDue(ctx);
		const of = (cache: CacheName) => rows.filter((row) => row.cache === cache);
		const caches = ["pages", "renditions"] as const;
		const done = await Promise.all(
			caches.map((cache) => purge(ctx, { cache, entrypoint: cached[cache] }, of(cache))),
		);
		if (done.includes(false) || rows.length < TAGS_PER_CALL) return;
	}
}

export function flushCachePurges(ctx: PlatformCtx): void {
	if (!ctx.changes.toPurge) return;
	ctx.inBackground(() =>
		runCachePurges(ctx).catch((error) => log("error", "cache.purge_failed", serializeError(error))),
	);
}
