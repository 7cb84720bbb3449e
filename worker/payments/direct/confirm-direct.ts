import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { type AttemptLimit, consumeAttempt } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { claimPaid } from "../../purchases/claim-transitions.ts";
import { asksConsent, consentRequired } from "../../purchases/consent.ts";
import { countChange } from "../../purchases/count-change.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import { purchaseIs } from "../../purchases/purchase-transitions.ts";
import { uncountBegun } from "../checkout/begin-limits.ts";
import { requireNotBlocked } from "../require-not-blocked.ts";
import { openDirect } from "./begin-direct.ts";
import { claimCreated } from "./claim-events.ts";
import type { ConfirmDirectResponse, confirmDirectInput } from "./contract/direct.ts";
import { claimLink, claimMail } from "./mails.ts";
import { releaseStatements } from "./release.ts";
import { openedOtherwise, settleOpenedClaims } from "./settle-opened.ts";

/**
 * Keeps Latin letters and digits, in capitals: people copy codes with blanks, dashes and "#", and full-width letters
 * or invisible characters must not make another code. Throws `request.invalid` if nothing is left.
 */
export function confirmationCodeOf(typed: string): string {
	const code = typed
		.normalize("NFKC")
		.replace(/[^A-Za-z0-9]/g, "")
		.toUpperCase();
	if (code === "") {
		const message = "Enter the confirmation code";
		throw failure("request.invalid", { message, fields: { confirmationCode: message } });
	}
	return code;
}

function claimLimits({ config, address }: Ctx, buyerId: string, creatorId: string): AttemptLimit[] {
	return [
		{ name: "claim-buyer", of: buyerId, ...config.LIMIT_CLAIM_BUYER },
		// Deleting the cookie doesn't reset this limit.
		...networkLimits(address, { name: "claim-network", ...config.LIMIT_CLAIM_NETWORK }, creatorId),
	];
}

/**
 * Records a buyer's claim to have paid; it waits for the creator's decision unless files are released immediately. A
 * repetition corrects code and address, or after a refusal asks once more. Reserves no stock. If the files are
 * already open to the buyer, closes the claim with that reason. Throws `consent.required`, `claim.code_used`,
 * `rate.limited`, `buyer.blocked`.
 */
export async function confirmDirect(
	ctx: Ctx,
	{
		buyerEmail,
		confirmationCode: typed,
		...terms
	}: Omit<z.output<typeof confirmDirectInput>, "shareId"> & { slug: string },
): Promise<{ response: ConfirmDirectResponse; buyerToken: string | null }> {
	const confirmationCode = confirmationCodeOf(typed);
	const { payment: purchase, offer, buyerToken } = await openDirect(ctx, terms, { asBegun: true });
	if (asksConsent(ctx) && purchase.consentAt === null) throw consentRequired(ctx);
	await consumeAttempt(ctx, claimLimits(ctx, purchase.buyerId, purchase.creatorId));
	const [sale] = await Promise.all([
		findSaleById(ctx, purchase.id),
		// The attempt is counted first, so that nobody can try many addresses.
		requireNotBlocked(ctx, purchase.creatorId, buyerEmail, "direct.blocked"),
	]);
	if (!sale) throw failure("purchase.not_found");
	const claimed = {
		buyerEmail,
		confirmationCode,
		claimedAt: purchase.state === "claimed" ? purchase.claimedAt : ctx.now(),
	};
	const claimedSale = { ...sale, purchase: { ...sale.purchase, ...claimed } };
	await writeClaim(ctx, claimedSale, offer.payout?.releaseOnConfirmation ?? false);
	await settleOpenedClaims(ctx, purchase);
	const after = (await findSaleById(ctx, purchase.id))?.purchase;
	if (after) countChange(ctx, purchase, after);
	const isClosed = after?.state === "declined" && after.declineReason === "already_open";
	if (after?.state !== "claimed" && after?.state !== "paid" && !isClosed)
		throw failure("payment.conflict");
	return {
		response: {
			status: isClosed ? "already_open" : after?.state === "paid" ? "paid" : "pending",
			reference: purchase.reference,
			claimId: purchase.id,
		},
		buyerToken,
	};
}

async function writeClaim(ctx: Ctx, sale: Sale, releaseNow: boolean): Promise<void> {
	const { purchase } = sale;
	try {
		await ctx.db.batch([
			claimCreated(ctx, sale),
			...uncountBegun(ctx, purchase),
			claimPaid(ctx, purchase),
			...(releaseNow ? await releaseStatements(ctx, sale, { unasked: true }) : []),
			// Also for immediate release, without stock or a use of the code left.
			queueMailWhen(
				ctx,
				claimMail(ctx, { sale, url: await claimLink(ctx, purchase.id) }),
				purchaseIs(purchase.id, sql`purchases.state = 'claimed' and not ${openedOtherwise()}`),
			),
		]);
	} catch (error) {
		if (isUniqueViolation(error)) throw failure("claim.code_used");
		throw error;
	}
}
