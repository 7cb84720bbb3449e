import { and, eq, gt, lte } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { DAY_MS, HOUR_MS, RETENTION } from "../contract/retention.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { mailTokens } from "./tables.ts";

export type MailTokenPurpose = (typeof mailTokens.$inferSelect)["purpose"];

/** How long each kind of link works (ms). */
export const TOKEN_LIFE_MS: Readonly<Record<MailTokenPurpose, number>> = {
	"reset-password": RETENTION.resetLinkHours * HOUR_MS,
	"verify-email": RETENTION.confirmLinkDays * DAY_MS,
};

/** A new single-use token for a mail, and the row that stands for it; the token itself is stored nowhere. */
export async function newMailToken(ctx: Ctx, purpose: MailTokenPurpose) {
	const token = ctx.id(32);
	const now = ctx.now();
	return {
		token,
		row: {
			tokenHash: await sha256(token),
			purpose,
			createdAt: now,
			expiresAt: now + TOKEN_LIFE_MS[purpose],
		},
	};
}

/** The condition of a token that was sent for `purpose` and still works. */
export async function isValidToken(ctx: Ctx, purpose: MailTokenPurpose, token: string) {
	return and(
		eq(mailTokens.tokenHash, await sha256(token)),
		eq(mailTokens.purpose, purpose),
		gt(mailTokens.expiresAt, ctx.now()),
	);
}

/** Removes tokens that no longer work. */
export async function pruneMailTokens(ctx: Ctx): Promise<void> {
	await ctx.db.delete(mailTokens).where(lte(mailTokens.expiresAt, ctx.now()));
}
