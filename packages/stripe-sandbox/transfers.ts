import type { Stripe } from "stripe";
import { requireTransfers } from "./accounts.ts";
import { insertApplicationFee } from "./application-fees.ts";
import { balanceOf, PENDING_SECONDS, recordMovement } from "./balance-transactions.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { requireCurrency } from "./currencies.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { settle } from "./exchange.ts";
import { idOf, newId } from "./ids.ts";
import { listObjects, listOf } from "./listing.ts";
import type { Params } from "./params.ts";

export function createTransfer(call: Call, params: Params): Stripe.Transfer {
	const currency = params.requiredText("currency").toLowerCase();
	const destination = params.requiredText("destination");
	const source = params.text("source_transaction");
	const sourceCharge =
		source === undefined ? undefined : fetchOrThrow(call, "charge", source, "source_transaction");
	requireCurrency(currency);
	const settled = sourceCharge && settledOf(call, sourceCharge);
	const amount = params.integer("amount") ?? settled?.amount;
	if (amount === undefined)
		throw invalidRequest("Missing required param: amount.", {
			code: "parameter_missing",
			param: "amount",
		});
	if (amount < 1) {
		throw invalidRequest("This value must be greater than or equal to 1.", {
			code: "parameter_invalid_integer",
			param: "amount",
		});
	}
	requireTransfers(call, destination, "destination");
	if (sourceCharge && settled) checkSource(call, sourceCharge, settled, { amount, currency });
	else checkAvailable(call, amount, currency);
	const input = {
		amount,
		currency,
		destination,
		sourceCharge,
		applicationFee: 0,
		transferGroup: params.text("transfer_group") ?? sourceCharge?.transfer_group ?? null,
		metadata: params.metadata(),
		description: params.text("description") ?? null,
	};
	return insertTransfer(call, input).transfer;
}

export function retrieveTransfer(call: Call, _params: Params, id: string): Stripe.Transfer {
	return withReversals(call, fetchOrThrow(call, "transfer", id));
}

export function listTransfers(call: Call, params: Params) {
	const page = listObjects(call, params, "transfer", "/v1/transfers", {
		destination: params.text("destination"),
		transfer_group: params.text("transfer_group"),
	});
	return { ...page, data: page.data.map((transfer) => withReversals(call, transfer)) };
}

/** Amounts in minor units. */
export interface TransferInput {
	amount: number;
	currency: string;
	destination: string;
	/** Its money need not be available yet. */
	sourceCharge: Stripe.Charge | undefined;
	/** Returned to the platform; in the currency of the charge. */
	applicationFee: number;
	transferGroup: string | null;
	metadata: Record<string, string>;
	description: string | null;
}

/** Becomes a payment (`py_`) of the connected account. */
export function insertTransfer(
	call: Call,
	input: TransferInput,
): { transfer: Stripe.Transfer; applicationFee: Stripe.ApplicationFee | undefined } {
	const id = newId("tr");
	const payment = newId("py");
	const fee =
		input.applicationFee > 0 && input.sourceCharge
			? insertApplicationFee(
					call,
					input.applicationFee,
					input.destination,
					payment,
					input.sourceCharge,
				)
			: undefined;
	const pendingFor = input.sourceCharge ? pendingOf(call, input.sourceCharge) : 0;
	const out = recordMovement(call, {
		type: "transfer",
		amount: -input.amount,
		source: id,
		currency: input.currency,
		description: input.description,
		pendingFor,
	});
	const arrival = recordMovement(call, {
		type: "payment",
		category: "charge",
		amount: input.amount,
		source: payment,
		currency: input.currency,
		fees: fee
			? [
					{
						type: "application_fee",
						amount: fee.amount,
						description: "Application fee",
						application: idOf(fee.application),
					},
				]
			: [],
		account: input.destination,
		pendingFor,
	});
	const transfer: Stripe.Transfer = {
		id,
		object: "transfer",
		amount: input.amount,
		amount_reversed: 0,
		balance_transaction: out.id,
		created: call.now,
		currency: input.currency,
		description: input.description,
		destination: input.destination,
		destination_payment: payment,
		livemode: false,
		metadata: input.metadata,
		reversals: listOf([], `/v1/transfers/${id}/reversals`),
		reversed: false,
		source_transaction: input.sourceCharge?.id ?? null,
		source_type: "card",
		transfer_group: input.transferGroup,
	};
	call.store.insert("transfer", transfer);
	call.store.insert("charge", arrivedPayment(call, transfer, payment, arrival.id, fee), {
		account: input.destination,
	});
	emit(call, "transfer.created", transfer);
	if (fee) emit(call, "application_fee.created", fee);
	return { transfer, applicationFee: fee };
}

export function withReversals(call: Call, transfer: Stripe.Transfer): Stripe.Transfer {
	const reversals = call.store.all("transfer_reversal", { equals: { transfer: transfer.id } });
	return { ...transfer, reversals: listOf(reversals, `/v1/transfers/${transfer.id}/reversals`) };
}

function arrivedPayment(
	call: Call,
	transfer: Stripe.Transfer,
	id: string,
	transaction: string,
	fee: Stripe.ApplicationFee | undefined,
): Stripe.Charge {
	return {
		id,
		object: "charge",
		amount: transfer.amount,
		amount_captured: transfer.amount,
		amount_refunded: 0,
		application_fee: fee?.id ?? null,
		application_fee_amount: fee?.amount ?? null,
		balance_transaction: transaction,
		captured: true,
		created: call.now,
		currency: transfer.currency,
		customer: null,
		disputed: false,
		failure_balance_transaction: null,
		livemode: false,
		metadata: {},
		paid: true,
		payment_intent: null,
		payment_method: null,
		payment_method_details: null,
		refunded: false,
		source_transfer: transfer.id,
		status: "succeeded",
		transfer_data: null,
		transfer_group: transfer.transfer_group,
	} as unknown as Stripe.Charge;
}

/** Before the charge is booked, the amount that the platform would receive now. */
function settledOf(call: Call, charge: Stripe.Charge): { amount: number; currency: string } {
	const posted = call.store.find("balance_transaction", String(idOf(charge.balance_transaction)));
	return posted ?? settle(call, "", charge.amount, charge.currency);
}

/**
 * Throws if all transfers together exceed the settled amount.
 * https://docs.stripe.com/connect/separate-charges-and-transfers#transfer-availability
 */
function checkSource(
	call: Call,
	charge: Stripe.Charge,
	settled: { amount: number; currency: string },
	{ amount, currency }: { amount: number; currency: string },
): void {
	if (charge.status !== "succeeded") {
		throw invalidRequest("You cannot create a transfer from a charge that did not succeed.", {
			param: "source_transaction",
		});
	}
	if (settled.currency !== currency) {
		throw invalidRequest(
			`The currency of source_transaction's balance transaction (${settled.currency}) must be the same as the transfer currency (${currency})`,
			{ param: "currency" },
		);
	}
	const moved = call.store
		.all("transfer", { equals: { source_transaction: charge.id } })
		.reduce((sum, transfer) => sum + transfer.amount, 0);
	if (moved + amount > settled.amount) {
		throw invalidRequest(
			"The transfers using this transaction as a source must not exceed the source amount of the charge's balance transaction.",
			{ param: "amount" },
		);
	}
}

/** Seconds until the charge's money is available: a transfer from it waits as long. */
function pendingOf(call: Call, { balance_transaction }: Stripe.Charge): number {
	const movement = call.store.find("balance_transaction", idOf(balance_transaction) ?? "");
	return movement ? Math.max(0, movement.available_on - call.now) : PENDING_SECONDS;
}

function checkAvailable(call: Call, amount: number, currency: string): void {
	const available = balanceOf(call, "").available.get(currency) ?? 0;
	if (available >= amount) return;
	throw invalidRequest(
		"You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance",
		{ code: "balance_insufficient" },
	);
}
