import { type SQL, sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import type { CachedEntrypoints } from "../http/cached-entrypoint.ts";
import { log, serializeError } from "../log.ts";
import { enqueue, runTasks, type Task } from "./queue.ts";

type CacheName = keyof CachedEntrypoints;

/** The platform's limit. */
const TAGS_PER_CALL = 100;

/**
 * Belongs in the batch that writes the change; repeated until the platform accepts it. `tag` is an expression over
 * the rows of `from`.
 */
export function queueCachePurge(
	ctx: PlatformCtx,
	purge: { cache: CacheName; tag: SQL; where?: SQL | undefined; from?: SQL },
) {
	ctx.changes.toPurge = true;
	const { cache, tag, where, from } = purge;
	return enqueue(ctx, "cache-purge", { key: sql`${`${cache}:`} || ${tag}`, where, from });
}

/** Repeated by the next run if the platform refuses, because too much was purged recently. */
export async function runCachePurges(ctx: PlatformCtx): Promise<void> {
	const cached = ctx.cached();
	if (!cached) return;
	await runTasks(ctx, {
		kind: "cache-purge",
		limit: TAGS_PER_CALL,
		claims: 5,
		waits: [30 * 1000],
		run: async (tasks) => {
			const done: Task[] = [];
			const purge = async (cache: CacheName) => {
				const own = tasks.filter(({ key }) => key.startsWith(`${cache}:`));
				const tags = own.map(({ key }) => key.slice(cache.length + 1));
				try {
					if (tags.length === 0 || (await cached[cache].purge(tags))) done.push(...own);
					else log("warn", "cache.purge_refused", { cache, tags: tags.length });
				} catch (error) {
					log("warn", "cache.purge_failed", { cache, ...serializeError(error) });
				}
			};
			await Promise.all([purge("pages"), purge("renditions")]);
			return done;
		},
	});
}

export function flushCachePurges(ctx: PlatformCtx): void {
	if (!ctx.changes.toPurge) return;
	ctx.inBackground(() =>
		runCachePurges(ctx).catch((error) => log("error", "cache.purge_failed", serializeError(error))),
	);
}
