import { lte } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../contract/retention.ts";
import type { CreatorCtx, Ctx } from "../core/context.ts";
import { fetchOwnSale } from "../payments/sales/refund-purchase.ts";
import { failure } from "../platform/errors.ts";
import { queueMailWhen, wasQueued } from "../platform/mail/mail.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { deleteInSteps } from "../platform/storage/in-steps.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { isInState } from "../purchases/purchase-transitions.ts";
import { addressCorrectionMail } from "./mails.ts";
import { addressCorrections } from "./tables.ts";

/**
 * Nothing changes until the new address confirms. A newer request replaces an earlier one. Throws
 * `purchase.not_found`, `payment.conflict` for a purchase without an address or with the same one,
 * `account.email_unverified`, `rate.limited`.
 */
export async function requestAddressChange(
	ctx: CreatorCtx,
	{ id, email }: { id: string; email: string },
): Promise<void> {
	const sale = await fetchOwnSale(ctx, id);
	const { state, buyerEmail } = sale.purchase;
	if (buyerEmail === null || buyerEmail === email) throw failure("payment.conflict");
	if (!sale.creator.verified) throw failure("account.email_unverified");
	const { LIMIT_FIND_PURCHASES_ADDRESS: address, LIMIT_FIND_PURCHASES_NETWORK: account } =
		ctx.config;
	await consumeAttempt(ctx, [
		{ name: "correct-address", of: email, ...address },
		{ name: "correct-address-creator", of: ctx.user.id, ...account },
	]);
	const token = ctx.id(32);
	const now = ctx.now();
	const row = {
		toEmail: email,
		tokenHash: await sha256(token),
		createdAt: now,
		expiresAt: now + RETENTION.confirmLinkDays * DAY_MS,
	};
	const mailId = ctx.id();
	const mail = addressCorrectionMail(ctx, sale, email, token);
	const [queued] = await ctx.db.batch([
		queueMailWhen(ctx, mail, isInState(id, state), mailId),
		insertWhen(
			ctx.db,
			addressCorrections,
			{ creatorId: ctx.user.id, fromEmail: buyerEmail, ...row },
			wasQueued(mailId),
		).onConflictDoUpdate({
			target: [addressCorrections.creatorId, addressCorrections.fromEmail],
			set: row,
		}),
	]);
	if (queued[0]?.withheldBy) throw failure("rate.limited", { reason: "receipt.not_sent" });
}

export async function pruneAddressChanges(ctx: Ctx): Promise<void> {
	await deleteInSteps(ctx, addressCorrections, lte(addressCorrections.expiresAt, ctx.now()));
}
