import { and, eq, inArray, sql } from "drizzle-orm";
import { recordAct } from "../core/audit-log/record-act.ts";
import type { Ctx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { receiptMail } from "../payments/settlement/mails.ts";
import { failure } from "../platform/errors.ts";
import { queueMail, queueMailWhen } from "../platform/mail/mail.ts";
import { requireRow } from "../platform/storage/ending-batch.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { namedBatch } from "../platform/storage/named-batch.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens, findToken, issueToken } from "../platform/tokens/tokens.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import { findSales, type Sale } from "../purchases/find-purchase.ts";
import { purchaseIs } from "../purchases/purchase-transitions.ts";
import { receiptLink } from "../purchases/receipt-links.ts";
import type { ConfirmedAddress } from "./contract.ts";
import { addressCorrectedMail } from "./mails.ts";
import { isSubscribed, normalised } from "./updates/recipients.ts";
import { unsubscribes } from "./updates/tables.ts";

/** Further purchases can be found by the new address. */
const MAX_RECEIPTS = 10;
const MAX_LINKS = 500;

/**
 * Notifies the former address and ends its receipt links; the new one gets no messages of the creator if the former
 * got none. Throws `token.not_found`.
 */
export async function confirmCorrection(
	ctx: Ctx,
	{ token }: { token: string },
): Promise<ConfirmedAddress> {
	// The later of two concurrent confirmations finds it spent.
	const { open, spend } = await findToken(ctx, TOKENS.correctAddress, token);
	const [change] = await ctx.db.select().from(tokens).where(open);
	const { subject: fromEmail, ownerId: creatorId } = change ?? {};
	if (!change || !fromEmail || !creatorId) throw failure("token.not_found");
	const { email: toEmail } = TOKENS.correctAddress.payload.parse(change.payload);
	const ofBuyer = and(eq(purchases.creatorId, creatorId), eq(purchases.buyerEmail, fromEmail));
	const sales = await findSales(ctx, ofBuyer, MAX_LINKS);
	const [first] = sales;
	if (!first) throw failure("token.not_found");
	const paid = sales.filter(
		({ purchase }) => purchase.state === "paid" && purchase.revokedAt === null,
	);
	const links = await Promise.all(
		paid.map(async ({ purchase: { id } }) => {
			const { hash } = await receiptLink(ctx, { id, email: toEmail });
			return { id, hash };
		}),
	);
	const mails = await Promise.all(
		paid.slice(0, MAX_RECEIPTS).map((sale) => receiptTo(ctx, sale, toEmail)),
	);
	const theirIds = ctx.db.select({ id: purchases.id }).from(purchases).where(ofBuyer);
	const { corrected } = await namedBatch(ctx.db, {
		open: requireRow(ctx, { table: tokens, where: open }, "token.not_found"),
		formerLinks: deleteTokens(ctx, [TOKENS.receipt], inArray(tokens.subject, theirIds)),
		corrected: ctx.db
			.update(purchases)
			.set({ buyerEmail: toEmail })
			.where(ofBuyer)
			.returning({ id: purchases.id }),
		formerMail: queueMail(
			ctx,
			addressCorrectedMail(ctx, { sale: first, to: fromEmail, newEmail: toEmail }),
		),
		unsubscribed: insertWhen(
			ctx.db,
			unsubscribes,
			{ creatorId, address: normalised(toEmail), createdAt: ctx.now() },
			sql`not ${isSubscribed(creatorId, normalised(fromEmail))}`,
		).onConflictDoNothing(),
		act: recordAct(ctx, {
			act: "purchase.address_corrected",
			by: "creator",
			actorId: creatorId,
			creatorId,
			details: { subject: toEmail },
		}),
		links: validLinks(ctx, links),
		mails: mails.map(({ id, mail }) => queueMailWhen(ctx, mail, purchaseIs(id, isOpening))),
		spend,
	});
	if (corrected.length === 0) throw failure("token.not_found");
	return { email: toEmail, purchases: corrected.length };
}

const isOpening = sql`purchases.state = 'paid' and purchases.revoked_at is null`;

function validLinks(ctx: Ctx, links: readonly { id: string; hash: string }[]) {
	return issueToken(
		ctx,
		TOKENS.receipt,
		{ hash: sql`link.value->>'hash'`, subject: sql`purchases.id` },
		isOpening,
		sql`json_each(${JSON.stringify(links)}) link
			cross join purchases on purchases.id = link.value->>'id'`,
	);
}

async function receiptTo(ctx: Ctx, former: Sale, to: string) {
	const sale = { ...former, purchase: { ...former.purchase, buyerEmail: to } };
	const { id } = sale.purchase;
	const { url } = await receiptLink(ctx, { id, email: to });
	const mail = { ...receiptMail(ctx, { sale, to, url }), dedupeKey: `receipt-again:${ctx.id()}` };
	return { id, mail };
}
