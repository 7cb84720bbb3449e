import { DatabaseSync } from "node:sqlite";
import type Stripe from "stripe";
import { databaseIn } from "../database-file.ts";
import type { Market } from "../ledger/market.ts";

/** A purchase as the product stored it; money in cents. */
export type PurchaseRow = {
	id: string;
	creator_id: string;
	route: "card" | "direct" | "free";
	state: string;
	reference: string;
	buyer_email: string | null;
	payment_intent_id: string | null;
	price_cents: number;
	list_cents: number | null;
	chosen_cents: number | null;
	discount_code: string | null;
	platform_fee_cents: number;
	processing_fee_cents: number;
	destination_account: string | null;
	auto_refund_reason: string | null;
};
type LedgerRow = {
	purchase_id: string | null;
	creator_id: string;
	account: "platform" | "connected" | "outside";
	cents: number;
};

/** What the product has stored: whole tables, summed by nobody. */
export function readProduct(market: Market) {
	const db = new DatabaseSync(databaseIn(market.state), { readOnly: true });
	try {
		// The tables have these columns.
		return {
			purchases: db.prepare("select * from purchases").all() as unknown as PurchaseRow[],
			ledger: db
				.prepare("select purchase_id, creator_id, account, amount_cents as cents from ledger")
				.all() as unknown as LedgerRow[],
		};
	} finally {
		db.close();
	}
}

/** What the provider has recorded of one payment that succeeded. */
export type Payment = {
	readonly charge: Stripe.Charge;
	/** what the provider kept of it, in cents */
	readonly feeCents: bigint;
	/** in the order in which they were made */
	readonly refunds: readonly Stripe.Refund[];
	readonly disputes: readonly Stripe.Dispute[];
	readonly applicationFee: Stripe.ApplicationFee | null;
};

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
	const found: T[] = [];
	for await (const one of list) found.push(one);
	return found;
}

function byKey<T>(list: readonly T[], key: (one: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const one of list) {
		const group = groups.get(key(one));
		if (group) group.push(one);
		else groups.set(key(one), [one]);
	}
	return groups;
}

/** What the provider has recorded, read through its public API. */
export async function readProvider({ provider }: Market) {
	const page = { limit: 100 };
	const movements = await all(provider.balanceTransactions.list(page));
	const charges = await all(provider.charges.list(page));
	const refunds = byKey(await all(provider.refunds.list(page)), ({ charge }) => String(charge));
	const disputes = byKey(await all(provider.disputes.list(page)), ({ charge }) => String(charge));
	const fees = new Map(
		(await all(provider.applicationFees.list(page))).map((fee) => [fee.id, fee]),
	);
	const kept = new Map(movements.map(({ id, fee }) => [id, BigInt(fee)]));
	const payments = new Map<string, Payment>();
	for (const charge of charges) {
		if (charge.status !== "succeeded") continue;
		payments.set(String(charge.payment_intent), {
			charge,
			feeCents: kept.get(String(charge.balance_transaction)) ?? 0n,
			refunds: (refunds.get(charge.id) ?? []).toSorted(
				(a, b) => a.created - b.created || (a.id < b.id ? -1 : 1),
			),
			disputes: disputes.get(charge.id) ?? [],
			applicationFee: fees.get(String(charge.application_fee)) ?? null,
		});
	}
	const accounts = new Map<string, { creatorId: string; cents: bigint }>();
	for (const account of await all(provider.accounts.list(page))) {
		const own = await all(provider.balanceTransactions.list(page, { stripeAccount: account.id }));
		accounts.set(account.id, {
			creatorId: account.metadata?.creatorId ?? "",
			cents: sum(own.map(({ net }) => net)),
		});
	}
	return {
		payments,
		accounts,
		platformCents: sum(movements.map(({ net }) => net)),
		movedCents: sum(movements.map(({ net }) => Math.abs(net))),
		refunds: [...refunds.values()].flat().length,
		disputes: [...disputes.values()].flat().length,
		transfers: (await all(provider.transfers.list(page))).length,
	};
}

/** Cents, added up. */
export function sum(cents: readonly (number | bigint)[]): bigint {
	return cents.reduce<bigint>((total, one) => total + BigInt(one), 0n);
}
