import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import {
	outcomeOf,
	presentWithdrawal,
	refundsItself,
} from "../../payments/sales/withdrawal-outcome.ts";
import { withdrawals } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { repeatable } from "../../platform/retrying.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { findBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchaseHolders, purchases } from "../../purchases/entitlements/tables.ts";
import { findSale, type Sale } from "../../purchases/find-purchase.ts";
import { purchaseIs } from "../../purchases/purchase-transitions.ts";
import type { ReceivedWithdrawal, Withdrawal } from "./contract.ts";
import { withdrawalMail, withdrawnSaleMail } from "./mails.ts";
import { refundWithdrawn } from "./refund-withdrawn.ts";

type Declaration = { name: string; email: string };

/**
 * A repetition returns the first declaration. Throws `purchase.not_found`, and `payment.conflict` for an unpaid one.
 */
export async function withdrawOwn(
	ctx: Ctx,
	{ id, ...declaration }: Declaration & { id: string },
): Promise<Withdrawal> {
	const buyerId = await findBuyer(ctx);
	const isHeld = sql`exists (select 1 from purchase_holders
		where ${purchaseHolders.purchaseId} = ${purchases.id}
		and ${purchaseHolders.buyerId} = ${buyerId})`;
	const sale = buyerId === null ? null : await findSale(ctx, and(eq(purchases.id, id), isHeld));
	if (!sale) throw failure("purchase.not_found");
	await requireRoom(ctx, declaration.email);
	const withdrawal = await withdraw(ctx, sale, declaration);
	if (!withdrawal) throw failure("payment.conflict", { reason: "withdrawal.not_paid" });
	return withdrawal;
}

/**
 * For anyone who knows a receipt's reference and address. The response, and the number of database calls before it,
 * don't depend on whether such a purchase exists: only the mail reveals it. Throws `rate.limited`.
 */
export async function withdrawByReference(
	ctx: Ctx,
	{ reference, ...declaration }: Declaration & { reference: string },
): Promise<ReceivedWithdrawal> {
	await requireRoom(ctx, declaration.email);
	const sale = await findSale(
		ctx,
		and(eq(purchases.reference, reference), eq(purchases.buyerEmail, declaration.email)),
	);
	const receivedAt = new Date(ctx.now()).toISOString();
	await (sale ? withdraw(ctx, sale, declaration) : findWithdrawal(ctx, ""));
	return { receivedAt };
}

function requireRoom(ctx: Ctx, email: string): Promise<void> {
	const { LIMIT_FIND_PURCHASES_ADDRESS: address, LIMIT_FIND_PURCHASES_NETWORK: network } =
		ctx.config;
	return consumeAttempt(ctx, [
		{ name: "withdraw-address", of: email, ...address },
		...networkLimits(ctx.address, { name: "withdraw-network", ...network }),
	]);
}

async function findWithdrawal(ctx: Ctx, purchaseId: string) {
	const [row] = await ctx.db
		.select()
		.from(withdrawals)
		.where(eq(withdrawals.purchaseId, purchaseId));
	return row;
}

/** Returns the purchase's first declaration, this one unless there is another; null if unpaid. */
async function withdraw(
	ctx: Ctx,
	sale: Sale,
	declaration: Declaration,
): Promise<Withdrawal | null> {
	const { purchase } = sale;
	const at = ctx.now();
	const outcome = outcomeOf(purchase, at);
	const isAutomatic = refundsItself(purchase, outcome);
	const id = ctx.id();
	const row = {
		id,
		purchaseId: purchase.id,
		...declaration,
		outcome,
		at,
		refundAt: isAutomatic ? at : null,
	};
	const isPaid = purchaseIs(purchase.id, sql`purchases.state in ('paid', 'disputed')`);
	const isFirst = sql`exists (select 1 from withdrawals where withdrawals.id = ${id})`;
	const declared = { ...declaration, at, outcome, isAutomatic };
	const { found } = await repeatable(() =>
		namedBatch(ctx.db, {
			declared: insertWhen(ctx.db, withdrawals, row, isPaid).onConflictDoNothing(),
			mail: queueMailWhen(
				ctx,
				withdrawalMail(ctx, { sale, to: declared.email, declared }),
				isFirst,
			),
			creatorMail: sale.creator.isDeleted
				? null
				: queueMailWhen(ctx, withdrawnSaleMail(ctx, { sale, declared }), isFirst),
			found: ctx.db.select().from(withdrawals).where(eq(withdrawals.purchaseId, purchase.id)),
		}),
	);
	const [first] = found;
	if (!first) return null;
	// In the background: the provider's response time must not reveal whether such a purchase exists.
	if (first.id === id && isAutomatic) ctx.inBackground(() => refundWithdrawn(ctx, purchase.id));
	return presentWithdrawal(first);
}
