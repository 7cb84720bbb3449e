import type { BatchItem } from "drizzle-orm/batch";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { staleCreatorPages } from "../../core/stale-pages.ts";
import { REGISTRY } from "./registry.ts";

/** A job for each table with a period. */
export const PRUNING: Readonly<Record<string, (ctx: Ctx) => Promise<void>>> = Object.fromEntries(
	REGISTRY.flatMap(({ name, prune }) => (prune ? [[`prune_${name}`, prune]] : [])),
);

/** Erases what isn't in the account's row; returns the statements for the batch that empties it. Can be repeated. */
export async function eraseAccount(
	ctx: Ctx,
	user: { id: string; email: string },
): Promise<BatchItem<"sqlite">[]> {
	for (const { eraseBy } of REGISTRY) await eraseBy?.(ctx, user);
	return REGISTRY.flatMap(({ erase }) => erase(ctx, user.id));
}

/** Erases what a stranger has left in an account whose address was never confirmed. Can be repeated. */
export async function reclaimAccount(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
	const statements = REGISTRY.flatMap(({ reclaim }) => reclaim(ctx, user.id));
	// Concurrent, so that the waits don't add up; each finishes even if another fails.
	const results = await Promise.allSettled([
		...REGISTRY.map(({ reclaimBy }) => reclaimBy?.(ctx, user)),
		ctx.db.batch([staleCreatorPages(ctx, user.id), ...statements]),
	]);
	for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Unbounded lists are pages, read while they are written (`jsonPieces`). */
export async function exportAccount(ctx: CreatorCtx): Promise<Record<string, unknown>> {
	const parts = REGISTRY.flatMap(({ exports }) => exports);
	const read = await Promise.all(
		parts.map(async ([path, reader]) => [path.split("."), await reader(ctx)] as const),
	);
	const exported: Record<string, unknown> = { exportedAt: new Date(ctx.now()).toISOString() };
	for (const [[name = "", part], value] of read)
		if (part === undefined) exported[name] = value;
		else exported[name] = { ...(exported[name] as object | undefined), [part]: value };
	return exported;
}
