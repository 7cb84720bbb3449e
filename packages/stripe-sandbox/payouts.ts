import type { Stripe } from "stripe";
import { balanceOf, recordMovement } from "./balance-transactions.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { defaultCurrency } from "./exchange.ts";
import { newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";

export function retrievePayout(call: Call, _params: Params, id: string): Stripe.Payout {
	return fetchOrThrow(call, "payout", id);
}

export function listPayouts(call: Call, params: Params) {
	return listObjects(call, params, "payout", "/v1/payouts", { status: params.text("status") });
}

/**
 * Pays a connected account's money out to its bank: all that is available, by default. Where the bank refuses it, the
 * money is back on the account, after both events.
 */
export function payOut(
	call: Call,
	account: string,
	{ amount: given, isPaid }: { amount: number | undefined; isPaid: boolean },
): Stripe.Payout {
	fetchOrThrow(call, "account", account);
	const currency = defaultCurrency(call, account);
	const available = balanceOf(call, account).available.get(currency) ?? 0;
	const amount = given ?? available;
	if (!(amount >= 1 && amount <= available))
		throw invalidRequest(`The account has ${available} ${currency} to pay out.`, {
			code: "balance_insufficient",
		});
	const id = newId("po");
	const move = (type: "payout" | "payout_failure", cents: number) =>
		recordMovement(call, { type, amount: cents, source: id, currency, account });
	// Fields that nothing reads are left out.
	const payout = {
		id,
		object: "payout",
		amount,
		arrival_date: call.now,
		automatic: true,
		balance_transaction: move("payout", -amount).id,
		created: call.now,
		currency,
		description: "STRIPE PAYOUT",
		failure_balance_transaction: null,
		failure_code: null,
		failure_message: null,
		livemode: false,
		metadata: {},
		method: "standard",
		status: "pending",
		type: "bank_account",
	} as Stripe.Payout;
	call.store.insert("payout", payout, { account });
	emit(call, "payout.created", payout, undefined, account);
	payout.status = isPaid ? "paid" : "failed";
	if (!isPaid) {
		payout.failure_balance_transaction = move("payout_failure", amount).id;
		payout.failure_code = "account_closed";
		payout.failure_message = "The bank account has been closed";
	}
	call.store.save("payout", payout);
	emit(call, `payout.${payout.status}`, payout, undefined, account);
	return payout;
}
