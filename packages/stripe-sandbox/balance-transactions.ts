import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { atRate, defaultCurrency, settle } from "./exchange.ts";
import { newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";

/** Charged money becomes available after two days, as on a new US account. */
export const PENDING_SECONDS = 2 * 86_400;

/** Amounts in minor units; `amount` is signed as seen by the account. */
export interface Movement {
	type: Stripe.BalanceTransaction["type"];
	category?: string;
	amount: number;
	source: string;
	/** Before the exchange into the settlement currency. */
	currency: string;
	/** An earlier movement, undone at its own rate. */
	undone?: Stripe.BalanceTransaction | undefined;
	description?: string | null;
	/** In the settlement currency. */
	fees?: {
		type: "stripe_fee" | "application_fee";
		amount: number;
		description: string;
		application?: string;
	}[];
	/** '' for the platform. */
	account?: string;
	/** Seconds; 0 by default. */
	pendingFor?: number;
}

/** Refunds and disputes are exchanged at the present rate. https://docs.stripe.com/currencies/disputes-refunds */
export function recordMovement(call: Call, movement: Movement): Stripe.BalanceTransaction {
	const { account = "", fees = [], undone } = movement;
	const { amount, currency, rate } = undone
		? {
				amount: atRate(movement.amount, undone.exchange_rate),
				currency: undone.currency,
				rate: undone.exchange_rate,
			}
		: settle(call, account, movement.amount, movement.currency);
	const fee = fees.reduce((sum, entry) => sum + entry.amount, 0);
	const pending = movement.pendingFor ?? 0;
	const transaction: Stripe.BalanceTransaction = {
		id: newId("txn"),
		object: "balance_transaction",
		amount,
		available_on: call.now + pending,
		balance_type: "payments",
		created: call.now,
		currency,
		description: movement.description ?? null,
		exchange_rate: rate,
		fee,
		fee_details: fees.map((entry) => ({
			amount: entry.amount,
			application: entry.application ?? null,
			currency,
			description: entry.description,
			type: entry.type,
		})),
		net: amount - fee,
		reporting_category: movement.category ?? String(movement.type),
		source: movement.source,
		status: pending > 0 ? "pending" : "available",
		type: movement.type,
	};
	return call.store.insert("balance_transaction", transaction, { account });
}

export function listBalanceTransactions(call: Call, params: Params) {
	const page = listObjects(call, params, "balance_transaction", "/v1/balance_transactions", {
		source: params.text("source"),
		type: params.text("type"),
		currency: params.text("currency"),
	});
	return { ...page, data: page.data.map((transaction) => withStatus(call, transaction)) };
}

export function retrieveBalance(call: Call, _params: Params): Stripe.Balance {
	const sums = balanceOf(call, call.account);
	const amounts = (of: Map<string, number>) =>
		[...of].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
	return {
		object: "balance",
		available: amounts(sums.available),
		connect_reserved: [...sums.available.keys()].map((currency) => ({ amount: 0, currency })),
		livemode: false,
		pending: amounts(sums.pending),
	};
}

/** Returns minor units by currency. */
export function balanceOf(call: Call, account: string) {
	const own = defaultCurrency(call, account);
	const available = new Map([[own, 0]]);
	const pending = new Map([[own, 0]]);
	const rows = call.store.db
		.prepare(
			`select json_extract(body, '$.currency') as currency, sum(json_extract(body, '$.net')) as net,
				json_extract(body, '$.available_on') <= ? as here
			from objects where kind = 'balance_transaction' and account = ? group by 1, 3`,
		)
		.all(call.now, account);
	for (const row of rows) {
		const currency = String(row.currency);
		const [here, there] = row.here === 1 ? [available, pending] : [pending, available];
		here.set(currency, (here.get(currency) ?? 0) + Number(row.net));
		there.set(currency, there.get(currency) ?? 0);
	}
	return { available, pending };
}

/** Counts pending money; '' is the platform. */
export function hasFunds(call: Call, account: string, amount: number, currency: string): boolean {
	const due = settle(call, account, amount, currency);
	const { available, pending } = balanceOf(call, account);
	return (available.get(due.currency) ?? 0) + (pending.get(due.currency) ?? 0) >= due.amount;
}

// Time alone makes a pending transaction available.
function withStatus(call: Call, transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
	return { ...transaction, status: transaction.available_on <= call.now ? "available" : "pending" };
}
