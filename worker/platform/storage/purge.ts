import { eq, lte, sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import { log, serializeError } from "../log.ts";
import { purges } from "../tables.ts";

const PREFIXES_PER_RUN = 50;
const RETRY_MS = 5 * 60 * 1000;
const MAX_RETRY_MS = 6 * 60 * 60 * 1000;

/** Belongs in the batch that removes the rows; retried until it succeeds. */
export function queuePurge(ctx: PlatformCtx, keyPrefix: string, notBefore = ctx.now()) {
	return ctx.db.insert(purges).values({ id: ctx.id(), keyPrefix, createdAt: ctx.now(), notBefore });
}

export async function removePrefix(bucket: R2Bucket, prefix: string): Promise<void> {
	for (;;) {
		const { objects, truncated } = await bucket.list({ prefix });
		if (objects.length > 0) await bucket.delete(objects.map((object) => object.key));
		// Lists from the start again: the listed ones are gone.
		if (!truncated) return;
	}
}

type PurgingCtx<C> = PlatformCtx & {
	readonly handlers: {
		readonly afterPurge: readonly ((ctx: C, keyPrefix: string) => Promise<void>)[];
	};
};

export async function runPurges<C extends PurgingCtx<C>>(ctx: C): Promise<void> {
	const due = await ctx.db
		.select()
		.from(purges)
		.where(lte(purges.notBefore, ctx.now()))
		.orderBy(purges.notBefore)
		.limit(PREFIXES_PER_RUN);
	for (const purge of due) {
		try {
			await removePrefix(ctx.files, purge.keyPrefix);
			for (const after of ctx.handlers.afterPurge) await after(ctx, purge.keyPrefix);
			await ctx.db.delete(purges).where(eq(purges.id, purge.id));
		} catch (error) {
			log("error", "purge.failed", { prefix: purge.keyPrefix, ...serializeError(error) });
			const wait = Math.min(RETRY_MS * 2 ** Math.min(purge.attempts, 10), MAX_RETRY_MS);
			await ctx.db
				.update(purges)
				.set({ attempts: sql`attempts + 1`, notBefore: ctx.now() + wait })
				.where(eq(purges.id, purge.id));
		}
	}
}
