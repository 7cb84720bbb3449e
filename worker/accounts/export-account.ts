import type { CreatorCtx } from "../context.ts";
import { listSessions } from "./own-sessions.ts";

/** All that is kept about a creator, as the slices tell it. Secrets and hashes are no data about anybody. */
export async function exportAccount(ctx: CreatorCtx): Promise<Record<string, unknown>> {
	const parts = await Promise.all(
		Object.entries(ctx.handlers.accountExport).map(
			async ([name, read]) => [name, await read(ctx, ctx.user.id)] as const,
		),
	);
	return {
		exportedAt: new Date(ctx.now()).toISOString(),
		account: ctx.user,
		sessions: await listSessions(ctx),
		...Object.fromEntries(parts),
	};
}
