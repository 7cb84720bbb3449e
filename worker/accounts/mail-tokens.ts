import { and, eq, gt, lte } from "drizzle-orm";
import { DAY_MS, HOUR_MS, RETENTION } from "../contract/retention.ts";
import type { Ctx } from "../core/context.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { deleteInSteps } from "../platform/storage/in-steps.ts";
import { mailTokens } from "./tables.ts";

export type MailTokenPurpose = (typeof mailTokens.$inferSelect)["purpose"];

const TOKEN_LIFE_MS: Readonly<Record<MailTokenPurpose, number>> = {
	"reset-password": RETENTION.resetLinkHours * HOUR_MS,
	"verify-email": RETENTION.confirmLinkDays * DAY_MS,
};

/** Only the token's hash is stored. */
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

export async function isValidToken(ctx: Ctx, purpose: MailTokenPurpose, token: string) {
	return and(
		eq(mailTokens.tokenHash, await sha256(token)),
		eq(mailTokens.purpose, purpose),
		gt(mailTokens.expiresAt, ctx.now()),
	);
}

export async function pruneMailTokens(ctx: Ctx): Promise<void> {
	await deleteInSteps(ctx, mailTokens, lte(mailTokens.expiresAt, ctx.now()));
}
