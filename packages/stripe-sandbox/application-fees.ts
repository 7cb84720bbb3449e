import type { Stripe } from "stripe";
import { PENDING_SECONDS, recordMovement } from "./balance-transactions.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { emit } from "./events.ts";
import { settle } from "./exchange.ts";
import { newId } from "./ids.ts";
import { listObjects, listOf } from "./listing.ts";
import type { Params } from "./params.ts";

const APPLICATION = "ca_sandbox";

export function listFeeRefunds(call: Call, params: Params, id: string) {
	fetchOrThrow(call, "application_fee", id);
	return listObjects(call, params, "fee_refund", `/v1/application_fees/${id}/refunds`, { fee: id });
}

/**
 * Takes the fee after the exchange into the connected account's currency.
 * https://docs.stripe.com/connect/currencies#application-fees-for-destination-charges-and-converting-balances
 */
export function insertApplicationFee(
	call: Call,
	ofCharge: number,
	account: string,
	payment: string,
	origin: Stripe.Charge,
): Stripe.ApplicationFee {
	const id = newId("fee");
	const { amount, currency } = settle(call, account, ofCharge, origin.currency);
	const transaction = recordMovement(call, {
		type: "application_fee",
		category: "platform_earning",
		amount,
		source: id,
		currency,
		pendingFor: PENDING_SECONDS,
	});
	const fee: Stripe.ApplicationFee = {
		id,
		object: "application_fee",
		account,
		amount,
		amount_refunded: 0,
		application: APPLICATION,
		balance_transaction: transaction.id,
		charge: payment,
		created: call.now,
		currency,
		fee_source: { charge: payment, type: "charge" },
		livemode: false,
		originating_transaction: origin.id,
		refunded: false,
		refunds: listOf([], `/v1/application_fees/${id}/refunds`),
	};
	return call.store.insert("application_fee", fee);
}

/** Refunds the platform's side only. */
export function refundFee(
	call: Call,
	fee: Stripe.ApplicationFee,
	amount: number,
): Stripe.FeeRefund {
	const id = newId("fr");
	const transaction = recordMovement(call, {
		type: "application_fee_refund",
		category: "platform_earning_refund",
		amount: -amount,
		source: id,
		currency: fee.currency,
	});
	const refund: Stripe.FeeRefund = {
		id,
		object: "fee_refund",
		amount,
		balance_transaction: transaction.id,
		created: call.now,
		currency: fee.currency,
		fee: fee.id,
		metadata: {},
	};
	call.store.insert("fee_refund", refund);
	fee.amount_refunded += amount;
	fee.refunded = fee.amount_refunded === fee.amount;
	call.store.save("application_fee", fee);
	emit(call, "application_fee.refunded", withRefunds(call, fee));
	return refund;
}

function withRefunds(call: Call, fee: Stripe.ApplicationFee): Stripe.ApplicationFee {
	const refunds = call.store.all("fee_refund", { equals: { fee: fee.id } });
	return { ...fee, refunds: listOf(refunds, `/v1/application_fees/${fee.id}/refunds`) };
}
