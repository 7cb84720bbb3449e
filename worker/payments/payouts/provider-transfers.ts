import type { Stripe } from "stripe";
import {
	asSettled,
	fromProvider,
	numberOf,
	type SettledCents,
	toProvider,
} from "../../contract/money.ts";
import type { Ctx } from "../../core/context.ts";
import { stripeOf, withStripeErrors } from "../../platform/stripe.ts";
import { idOf } from "../../purchases/payment-snapshot.ts";

/** The provider's record of one of our transfers or reversals. Cents. */
export type MadePayout = {
	readonly id: string;
	readonly kind: "transfer" | "reversal";
	readonly providerId: string;
	readonly amountCents: number;
	/** null if the settlement currency is the sale's */
	readonly settledCents: SettledCents | null;
	readonly account: string;
	readonly transferId: string | null;
	readonly fromCharge: boolean;
};

/** If the sale's currency differs, its amount is in the metadata. */
function movedCents({ amount, currency, metadata }: Stripe.Transfer | Stripe.TransferReversal) {
	const cents = fromProvider(amount, currency);
	const saleCents = metadata?.saleCents;
	return saleCents === undefined
		? { amountCents: cents, settledCents: null }
		: { amountCents: Number(saleCents), settledCents: asSettled(cents) };
}

/** Includes reversals, except those made by refunds. */
export function madePayouts(ctx: Ctx, purchaseId: string): Promise<MadePayout[]> {
	const { transfers } = stripeOf(ctx.config);
	return withStripeErrors(async () => {
		const made: MadePayout[] = [];
		for await (const transfer of transfers.list({ transfer_group: purchaseId, limit: 100 })) {
			const account = idOf(transfer.destination) ?? "";
			const fromCharge = transfer.source_transaction !== null;
			const add = (kind: MadePayout["kind"], one: Stripe.Transfer | Stripe.TransferReversal) => {
				const id = one.metadata?.payoutId;
				const transferId = kind === "reversal" ? transfer.id : null;
				if (id)
					made.push({
						id,
						kind,
						providerId: one.id,
						...movedCents(one),
						account,
						transferId,
						fromCharge: kind === "transfer" && fromCharge,
					});
			};
			add("transfer", transfer);
			// The transfer lists only the latest ten.
			const { data, has_more } = transfer.reversals;
			const reversals = has_more ? transfers.listReversals(transfer.id, { limit: 100 }) : data;
			for await (const reversal of reversals) add("reversal", reversal);
		}
		return made;
	});
}

/** `key` is the id of the row that records it. Cents. */
type Move = {
	key: string;
	purchaseId: string;
	amountCents: number;
	/** the settlement currency; `settledCents` is null if it is the sale's */
	currency: string;
	settledCents: SettledCents | null;
};

function amountToMove({ amountCents, currency, settledCents }: Move): number {
	return toProvider(settledCents === null ? amountCents : numberOf(settledCents), currency);
}

/** Adds the sale's amount if the moved one differs. */
function payoutMetadata({ key, purchaseId, amountCents, settledCents }: Move) {
	return {
		purchaseId,
		payoutId: key,
		...(settledCents !== null && { saleCents: String(amountCents) }),
	};
}

/** `chargeId`: the source, so that the money need not be available yet. */
export async function createTransfer(
	ctx: Ctx,
	input: Move & { account: string; chargeId: string | null },
): Promise<string> {
	const transfer = await withStripeErrors(() =>
		stripeOf(ctx.config).transfers.create(
			{
				amount: amountToMove(input),
				currency: input.currency,
				destination: input.account,
				metadata: payoutMetadata(input),
				// A charge gives its transfers the same group.
				...(input.chargeId === null
					? { transfer_group: input.purchaseId }
					: { source_transaction: input.chargeId }),
			},
			{ idempotencyKey: input.key },
		),
	);
	return transfer.id;
}

export async function reverseTransfer(
	ctx: Ctx,
	input: Move & { transferId: string },
): Promise<string> {
	const reversal = await withStripeErrors(() =>
		stripeOf(ctx.config).transfers.createReversal(
			input.transferId,
			{ amount: amountToMove(input), metadata: payoutMetadata(input) },
			{ idempotencyKey: input.key },
		),
	);
	return reversal.id;
}
