import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Ctx } from "../../core/context.ts";
import { bookedCents, isMissing, stripeOf, withStripeErrors } from "../../platform/stripe.ts";
import { idOf } from "../../purchases/payment-snapshot.ts";
import { ledger, payoutTransfers } from "../tables.ts";

/** A movement on the platform's balance. Cents. */
export type Movement = {
	readonly key: string;
	/** of its charge, refund, dispute or transfer */
	readonly providerId: string;
	/** signed as the balance changed, before the fee, in the currency of the object */
	readonly amountCents: number;
	readonly feeCents: number;
	readonly currency: string;
	readonly paymentIntentId: string | null;
	readonly purchaseId: string | null;
};

type Transaction = Pick<Stripe.BalanceTransaction, "id" | "amount" | "fee" | "currency">;
type Source =
	| Stripe.Charge
	| Stripe.Refund
	| Stripe.Dispute
	| Stripe.Transfer
	| Stripe.TransferReversal;

const isBack = ({ id }: Transaction, refund: Stripe.Refund): boolean =>
	idOf(refund.failure_balance_transaction) === id;

function keyOf(transaction: Transaction, source: Source): string {
	if (source.object === "charge") return `charge:${source.id}`;
	if (source.object === "dispute") return `dispute:${transaction.id}`;
	if (source.object === "transfer" || source.object === "transfer_reversal")
		return `moved:${source.id}`;
	return `${isBack(transaction, source) ? "failed" : "refund"}:${source.id}`;
}

function movementOf(transaction: Transaction, source: Source): Movement {
	return {
		key: keyOf(transaction, source),
		providerId: source.id,
		...bookedCents(
			transaction,
			source,
			source.object === "refund" ? (isBack(transaction, source) ? 1 : -1) : undefined,
		),
		currency: source.currency,
		paymentIntentId: "payment_intent" in source ? idOf(source.payment_intent) : null,
		purchaseId: source.object === "dispute" ? null : (source.metadata?.purchaseId ?? null),
	};
}

/**
 * Payouts and the provider's own fees belong to no purchase. Transfers made with a charge, and reversals made with a
 * refund, aren't in the ledger, which has the charge itself.
 */
function isCompared(source: Stripe.BalanceTransaction["source"]): source is Source {
	if (source === null || typeof source !== "object") return false;
	if (source.object === "transfer" || source.object === "transfer_reversal")
		return source.metadata?.payoutId !== undefined;
	return source.object === "charge" || source.object === "refund" || source.object === "dispute";
}

/** In ms; `after` is the last listed transaction. */
export type Period = { from: number; until: number; after: string | null };

function listPage(ctx: Ctx, created: Stripe.RangeQueryParam, after: string | null) {
	return withStripeErrors(() =>
		stripeOf(ctx.config).balanceTransactions.list({
			created,
			limit: 100,
			expand: ["data.source"],
			...(after !== null && { starting_after: after }),
		}),
	);
}

/** Latest first, from up to `pages` pages of 100. `rest` is the remaining period, null if none. */
export async function listMovements(
	ctx: Ctx,
	{ from, until, after }: Period,
	pages: number,
): Promise<{ movements: Movement[]; rest: Period | null }> {
	const created = { gte: Math.floor(from / 1000), lt: Math.ceil(until / 1000) };
	const movements: Movement[] = [];
	let last: { id: string; created: number } | null = null;
	for (let page = 0; page < pages; page++) {
		const { data, has_more } = await listPage(ctx, created, last?.id ?? after);
		for (const transaction of data)
			if (isCompared(transaction.source))
				movements.push(movementOf(transaction, transaction.source));
		last = data.at(-1) ?? last;
		if (!has_more) return { movements, rest: null };
	}
	// The last second may be listed only in part.
	const rest = last ? (last.created + 1) * 1000 : until;
	return { movements, rest: { from, until: rest, after: last?.id ?? after } };
}

const isTransaction = (
	one: string | Stripe.BalanceTransaction | null | undefined,
): one is Stripe.BalanceTransaction => typeof one === "object" && one !== null;

/** Returns none for an unknown object. */
export async function movementsOf(ctx: Ctx, providerId: string): Promise<Movement[]> {
	try {
		const of = providerId.startsWith("trr_") ? await transferOf(ctx, providerId) : null;
		return await withStripeErrors(() => readMovements(stripeOf(ctx.config), providerId, of));
	} catch (error) {
		if (isMissing(error)) return [];
		throw error;
	}
}

/** The provider finds a reversal only by its transfer. */
async function transferOf(ctx: Ctx, reversalId: string): Promise<string | null> {
	const [row] = await ctx.db
		.select({ id: payoutTransfers.transferId })
		.from(ledger)
		.innerJoin(payoutTransfers, eq(payoutTransfers.purchaseId, ledger.purchaseId))
		.where(and(eq(ledger.providerId, reversalId), eq(payoutTransfers.providerId, reversalId)));
	return row?.id ?? null;
}

async function readMovements(
	stripe: Stripe,
	id: string,
	transferId: string | null,
): Promise<Movement[]> {
	const expand = ["balance_transaction"];
	const movements = (source: Source, ...posted: Parameters<typeof isTransaction>[0][]) =>
		posted.filter(isTransaction).map((transaction) => movementOf(transaction, source));
	if (/^(ch|py)_/.test(id)) {
		const charge = await stripe.charges.retrieve(id, { expand });
		if (charge.status !== "succeeded") return [];
		const { balance_transaction: posted } = charge;
		// Until the provider has recorded it, the ledger doesn't know its fee either.
		const unposted = { id, amount: charge.amount_captured, fee: 0, currency: charge.currency };
		return [movementOf(isTransaction(posted) ? posted : unposted, charge)];
	}
	if (/^(re|pyr)_/.test(id)) {
		const both = { expand: [...expand, "failure_balance_transaction"] };
		const refund = await stripe.refunds.retrieve(id, both);
		return movements(refund, refund.balance_transaction, refund.failure_balance_transaction);
	}
	if (/^(dp|du)_/.test(id)) {
		const dispute = await stripe.disputes.retrieve(id);
		return movements(dispute, ...dispute.balance_transactions);
	}
	if (id.startsWith("tr_")) {
		const transfer = await stripe.transfers.retrieve(id, { expand });
		return movements(transfer, transfer.balance_transaction);
	}
	if (transferId === null) return [];
	const reversal = await stripe.transfers.retrieveReversal(transferId, id, { expand });
	return movements(reversal, reversal.balance_transaction);
}
