import type { Stripe } from "stripe";
import { refundFee } from "./application-fees.ts";
import { hasFunds, recordMovement } from "./balance-transactions.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import { proportion } from "./money.ts";
import type { Params } from "./params.ts";
import { withReversals } from "./transfers.ts";

export function createReversal(call: Call, params: Params, id: string): Stripe.TransferReversal {
	const transfer = fetchOrThrow(call, "transfer", id);
	const left = transfer.amount - transfer.amount_reversed;
	const amount = params.integer("amount") ?? left;
	if (left === 0) throw invalidRequest(`Transfer ${id} has already been reversed.`);
	if (amount < 1) throw beyond(amount, left);
	requireLeft(transfer, amount);
	const source = idOf(transfer.source_transaction);
	const charge = source === null ? undefined : call.store.find("charge", source);
	const fee =
		params.boolean("refund_application_fee") && charge ? feeOfCharge(call, charge) : undefined;
	const feeAmount = fee
		? Math.min(proportion(fee.amount, amount, transfer.amount), fee.amount - fee.amount_refunded)
		: 0;
	requireFunds(call, transfer, amount - feeAmount);
	const metadata = params.metadata();
	const reversal = reverseTransfer(call, transfer, {
		amount,
		fee,
		feeAmount,
		sourceRefund: null,
		metadata,
	});
	if (reversal === undefined) throw new Error("a reversal of at least a cent was not made");
	return reversal;
}

/**
 * A refund reverses its transfer even without funds.
 * https://docs.stripe.com/connect/separate-charges-and-transfers#reverse-transfers
 */
function requireFunds(
	call: Call,
	{ destination, currency }: Stripe.Transfer,
	amount: number,
): void {
	const account = String(idOf(destination));
	if (hasFunds(call, account, amount, currency)) return;
	throw invalidRequest(
		"Insufficient funds in the connected account to reverse this transfer. See: https://stripe.com/docs/connect/separate-charges-and-transfers#reverse-transfers",
		{ code: "balance_insufficient" },
	);
}

export function requireLeft(transfer: Stripe.Transfer, amount: number): void {
	const left = transfer.amount - transfer.amount_reversed;
	if (amount > left) throw beyond(amount, left);
}

const beyond = (amount: number, left: number) =>
	invalidRequest(
		`Refund amount (${amount}) is greater than unrefunded amount on transfer (${left})`,
		{ param: "amount" },
	);

export function retrieveReversal(
	call: Call,
	_params: Params,
	_transfer: string,
	id: string,
): Stripe.TransferReversal {
	return fetchOrThrow(call, "transfer_reversal", id);
}

export function listReversals(call: Call, params: Params, id: string) {
	fetchOrThrow(call, "transfer", id);
	return listObjects(call, params, "transfer_reversal", `/v1/transfers/${id}/reversals`, {
		transfer: id,
	});
}

export function feeOfCharge(call: Call, charge: Stripe.Charge): Stripe.ApplicationFee | undefined {
	const id = idOf(charge.application_fee);
	return id === null ? undefined : call.store.find("application_fee", id);
}

/** Amounts in minor units. */
export interface ReversalInput {
	amount: number;
	fee: Stripe.ApplicationFee | undefined;
	feeAmount: number;
	sourceRefund: string | null;
	metadata: Record<string, string>;
}

/** Also returns part of the platform's fee to the account. */
export function reverseTransfer(
	call: Call,
	transfer: Stripe.Transfer,
	input: ReversalInput,
): Stripe.TransferReversal | undefined {
	const account = String(idOf(transfer.destination));
	const { fee, feeAmount } = input;
	const id = newId("trr");
	const fees =
		fee && feeAmount > 0
			? [
					{
						type: "application_fee" as const,
						amount: -feeAmount,
						description: "Application fee refund",
					},
				]
			: [];
	const refundId = input.amount > 0 ? paymentRefund(call, transfer, account, input, fees) : null;
	if (fee && feeAmount > 0) {
		const feeRefund = refundFee(call, fee, feeAmount);
		if (refundId === null) {
			recordMovement(call, {
				type: "application_fee_refund",
				category: "platform_earning_refund",
				amount: feeAmount,
				source: feeRefund.id,
				currency: fee.currency,
				account,
			});
		}
	}
	if (input.amount === 0) return undefined;
	const transaction = recordMovement(call, {
		type: "transfer_refund",
		category: "transfer_reversal",
		amount: input.amount,
		source: id,
		currency: transfer.currency,
	});
	const reversal: Stripe.TransferReversal = {
		id,
		object: "transfer_reversal",
		amount: input.amount,
		balance_transaction: transaction.id,
		created: call.now,
		currency: transfer.currency,
		destination_payment_refund: refundId,
		metadata: input.metadata,
		source_refund: input.sourceRefund,
		transfer: transfer.id,
	};
	call.store.insert("transfer_reversal", reversal);
	transfer.amount_reversed += input.amount;
	transfer.reversed = transfer.amount_reversed === transfer.amount;
	call.store.save("transfer", { ...transfer, reversals: { ...transfer.reversals, data: [] } });
	emit(call, "transfer.reversed", withReversals(call, transfer));
	return reversal;
}

// On the connected account's side the reversal is a refund of the payment it received.
function paymentRefund(
	call: Call,
	transfer: Stripe.Transfer,
	account: string,
	input: ReversalInput,
	fees: { type: "application_fee"; amount: number; description: string }[],
): string {
	const id = newId("pyr");
	const payment = call.store.find("charge", String(idOf(transfer.destination_payment)));
	const transaction = recordMovement(call, {
		type: "payment_refund",
		category: "refund",
		amount: -input.amount,
		source: id,
		currency: transfer.currency,
		fees,
		account,
	});
	const refund = {
		id,
		object: "refund",
		amount: input.amount,
		balance_transaction: transaction.id,
		charge: payment?.id ?? null,
		created: call.now,
		currency: transfer.currency,
		metadata: {},
		payment_intent: null,
		payment_method: null,
		status: "succeeded",
	} as Stripe.Refund;
	call.store.insert("refund", refund, { account });
	if (payment) {
		payment.amount_refunded += input.amount;
		payment.refunded = payment.amount_refunded === payment.amount;
		call.store.save("charge", payment);
	}
	return id;
}
