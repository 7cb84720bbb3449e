import { count, eq } from "drizzle-orm";
import type { CreatorCtx } from "../context.ts";
import { exportMails } from "./export-mails.ts";
import { listSessions } from "./own-sessions.ts";
import { mailTokens, recoveryCodes } from "./tables.ts";

/** That links in mails and recovery codes exist; not their contents. */
async function exportSecurity({ db, user }: CreatorCtx) {
	const [links, codes] = await db.batch([
		db
			.select({
				purpose: mailTokens.purpose,
				createdAt: mailTokens.createdAt,
				expiresAt: mailTokens.expiresAt,
			})
			.from(mailTokens)
			.where(eq(mailTokens.userId, user.id)),
		db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
	]);
	return {
		mailedLinks: links.map(({ purpose, createdAt, expiresAt }) => ({
			purpose,
			createdAt: new Date(createdAt).toISOString(),
			expiresAt: new Date(expiresAt).toISOString(),
		})),
		recoveryCodesLeft: codes[0]?.left ?? 0,
	};
}

/**
 * Returns everything stored about a creator, as provided by the slices. Secrets and hashes are left out.
 */
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
		...(await exportSecurity(ctx)),
		mails: await exportMails(ctx),
		...Object.fromEntries(parts),
	};
}
