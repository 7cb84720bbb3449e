import { and, eq, gt, lt, sql } from "drizzle-orm";
import { RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { purchaseCodes } from "../../payments/tables.ts";
import { queueMailWhen, wasQueued } from "../../platform/mail/mail.ts";
import { type AttemptLimit, consumeAttempt } from "../../platform/security/attempts.ts";
import { constantTimeEqual, mac } from "../../platform/security/crypto.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { purchaseCodeMail } from "../mails.ts";

const MINUTE = 60 * 1000;
const CODE_LIFE_MS = RETENTION.codeMinutes * MINUTE;
/** Wrong guesses of one of a million codes. */
const MAX_TRIES = 5;

function limits({ config, address }: Ctx, name: string, email: string): AttemptLimit[] {
	return [
		{ name: `${name}-address`, of: email, ...config.LIMIT_FIND_PURCHASES_ADDRESS },
		...networkLimits(address, { name: `${name}-network`, ...config.LIMIT_FIND_PURCHASES_NETWORK }),
	];
}

function hashOf(ctx: Ctx, email: string, code: string): Promise<string> {
	return mac(ctx.config.APP_SECRET, `purchase-code|${email}|${code}`);
}

function newCode(): string {
	// 2^32 mod 10^6 leaves a bias of less than 1 in 4,000.
	const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
	return String(random % 1_000_000).padStart(6, "0");
}

/**
 * The same statements run for every address, so that callers can't find out which have purchases. Throws
 * `rate.limited`.
 */
export async function sendPurchaseCode(ctx: Ctx, { email }: { email: string }): Promise<void> {
	await consumeAttempt(ctx, limits(ctx, "find-purchases", email));
	const code = newCode();
	const now = ctx.now();
	const bought = sql`exists (select 1 from purchases
		where purchases.buyer_email = ${email} and purchases.state = 'paid')`;
	const mail = purchaseCodeMail(ctx, { to: email, code });
	const row = {
		codeHash: await hashOf(ctx, email, code),
		createdAt: now,
		expiresAt: now + CODE_LIFE_MS,
	};
	const mailId = ctx.id();
	await ctx.db.batch([
		queueMailWhen(ctx, mail, bought, mailId),
		// A code that is not mailed must not replace one that was.
		insertWhen(ctx.db, purchaseCodes, { email, ...row }, wasQueued(mailId)).onConflictDoUpdate({
			target: purchaseCodes.email,
			set: { ...row, attempts: 0 },
		}),
	]);
}

/** Returns false for a wrong code. Must count the attempt before the comparison. Throws `rate.limited`. */
export async function redeemPurchaseCode(
	ctx: Ctx,
	{ email, code }: { email: string; code: string },
): Promise<boolean> {
	await consumeAttempt(ctx, limits(ctx, "verify-purchases", email));
	const [row] = await ctx.db
		.update(purchaseCodes)
		.set({ attempts: sql`${purchaseCodes.attempts} + 1` })
		.where(
			and(
				eq(purchaseCodes.email, email),
				lt(purchaseCodes.attempts, MAX_TRIES),
				gt(purchaseCodes.expiresAt, ctx.now()),
			),
		)
		.returning();
	const hash = await hashOf(ctx, email, code);
	if (!row || !constantTimeEqual(row.codeHash, hash)) return false;
	const [used] = await ctx.db
		.delete(purchaseCodes)
		.where(and(eq(purchaseCodes.email, email), eq(purchaseCodes.codeHash, hash)))
		.returning();
	return used !== undefined;
}
