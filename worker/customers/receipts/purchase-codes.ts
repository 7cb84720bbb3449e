import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { queueMailWhen, wasQueued } from "../../platform/mail/mail.ts";
import { type AttemptLimit, consumeAttempt } from "../../platform/security/attempts.ts";
import { mac, sha256 } from "../../platform/security/crypto.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, guessToken, issueToken } from "../../platform/tokens/tokens.ts";
import { purchaseCodeMail } from "../mails.ts";

function limits({ config, address }: Ctx, name: string, email: string): AttemptLimit[] {
	return [
		{ name: `${name}-address`, of: email, ...config.LIMIT_FIND_PURCHASES_ADDRESS },
		...networkLimits(address, { name: `${name}-network`, ...config.LIMIT_FIND_PURCHASES_NETWORK }),
	];
}

/** Keyed, since a million codes are quickly tried against a plain hash. */
function signed(ctx: Ctx, email: string, code: string): Promise<string> {
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
	const bought = sql`exists (select 1 from purchases
		where purchases.buyer_email = ${email} and purchases.state = 'paid')`;
	const mail = purchaseCodeMail(ctx, { email, locale: ctx.locale, code });
	const hash = await sha256(await signed(ctx, email, code));
	const mailId = ctx.id();
	// A code that is not mailed must not replace one that was.
	const isMailed = wasQueued(mailId);
	await ctx.db.batch([
		queueMailWhen(ctx, mail, bought, mailId),
		deleteTokens(ctx, [TOKENS.purchaseCode], and(eq(tokens.subject, email), isMailed)),
		issueToken(ctx, TOKENS.purchaseCode, { hash, subject: email }, isMailed),
	]);
}

/** Returns false for a wrong code. Throws `rate.limited`. */
export async function redeemPurchaseCode(
	ctx: Ctx,
	{ email, code }: { email: string; code: string },
): Promise<boolean> {
	await consumeAttempt(ctx, limits(ctx, "verify-purchases", email));
	const text = await signed(ctx, email, code);
	return guessToken(ctx, TOKENS.purchaseCode, { subject: email, text });
}
