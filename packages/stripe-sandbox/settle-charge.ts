import type { Stripe } from "stripe";
import { PENDING_SECONDS, recordMovement } from "./balance-transactions.ts";
import type { Call } from "./call.ts";
import { emit } from "./events.ts";
import { atRate, settle } from "./exchange.ts";
import { idOf } from "./ids.ts";
import { processingFee } from "./money.ts";
import { cardOf } from "./payment-methods.ts";
import { insertTransfer } from "./transfers.ts";

/** Immediately unless `balances` is `late`. */
export function settleCharge(call: Call, id: string): Stripe.Charge | undefined {
	const charge = call.store.find("charge", id);
	if (!charge?.captured || charge.balance_transaction !== null) return charge;
	const previous: Record<string, unknown> = { balance_transaction: null };
	const available =
		charge.payment_method !== null && cardOf(call, charge.payment_method).card.available === true;
	const account = call.store.accountOf(charge.id);
	const settled = settle(call, account, charge.amount, charge.currency);
	const transaction = recordMovement(call, {
		type: "charge",
		amount: charge.amount,
		source: charge.id,
		currency: charge.currency,
		description: charge.description,
		fees: [
			{
				type: "stripe_fee",
				amount: processingFee(settled.amount, settled.currency),
				description: "Stripe processing fees",
			},
		],
		account,
		pendingFor: available ? 0 : PENDING_SECONDS,
	});
	charge.balance_transaction = transaction.id;
	if (charge.transfer_data) {
		const transfer = insertTransfer(call, {
			amount: atRate(charge.amount, transaction.exchange_rate),
			currency: transaction.currency,
			destination: idOf(charge.transfer_data.destination),
			sourceCharge: charge,
			applicationFee: charge.application_fee_amount ?? 0,
			transferGroup: charge.transfer_group ?? `group_${idOf(charge.payment_intent) ?? charge.id}`,
			metadata: {},
			description: null,
		});
		previous.transfer = null;
		charge.transfer = transfer.transfer.id;
		charge.transfer_group ??= transfer.transfer.transfer_group;
		charge.application_fee = transfer.applicationFee?.id ?? null;
	}
	call.store.save("charge", charge);
	emit(call, "charge.updated", charge, previous);
	return charge;
}

export function settleAllCharges(call: Call): number {
	const waiting = call.store
		.all("charge")
		.filter((charge) => charge.captured && charge.balance_transaction === null);
	for (const charge of waiting.reverse()) settleCharge(call, charge.id);
	return waiting.length;
}

/** Returns the number of movements. */
export function makeAvailable(call: Call): number {
	const result = call.store.db
		.prepare(
			`update objects set body = json_set(body, '$.available_on', ?1, '$.status', 'available')
			where kind = 'balance_transaction' and json_extract(body, '$.available_on') > ?1`,
		)
		.run(call.now);
	return Number(result.changes);
}
