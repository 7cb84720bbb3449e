import type Stripe from "stripe";
import { HOUR_MS } from "../../../worker/contract/retention.ts";
import type { World } from "../world/world.ts";
import { CURRENCIES, type Currency, halfUp, platformFee, processingFee } from "./arithmetic.ts";

/* Compared in thousandths of each currency: the provider's units and our hundredths are multiples of them. */

const sum = (amounts: readonly bigint[]): bigint =>
	amounts.reduce<bigint>((total, one) => total + one, 0n);
const fromHundredths = (hundredths: number | bigint): bigint => BigInt(hundredths) * 10n;
/** The provider's smallest unit in thousandths, unless it is a hundredth. */
const UNITS: Readonly<Record<string, bigint>> = { jpy: 1000n, kwd: 1n };
const fromProvider = (units: number, currency: string): bigint =>
	BigInt(units) * (UNITS[currency] ?? 10n);

type Purchase = {
	id: string;
	creator_id: string;
	currency: Currency;
	route: "card" | "direct" | "free";
	state: string;
	price_cents: number;
	fee_bps: number;
	auto_refund_reason: string | null;
	payment_intent_id: string | null;
};
type Line = {
	purchase_id: string | null;
	creator_id: string;
	account: string;
	cents: number;
	currency: string;
};

type Payment = {
	charge: Stripe.Charge;
	/** kept by the provider, in thousandths */
	fee: bigint;
	/** oldest first */
	refunds: readonly Stripe.Refund[];
	disputes: readonly Stripe.Dispute[];
};

/**
 * A card sale's proceeds for its creator and the platform, by the provider's records. It settles in its own currency;
 * the provider's fee is rounded to the currency's step for the creator, and the platform bears the rest.
 */
function outcomeOf(purchase: Purchase, payment: Payment) {
	const { price_cents, fee_bps, auto_refund_reason, currency } = purchase;
	const amountOf = ({ amount }: { amount: number }) => fromProvider(amount, currency);
	const step = fromHundredths(CURRENCIES[currency].step);
	/** The fee for the first `part` of a price. */
	const portion = (fee: bigint, part: bigint, price: bigint) => halfUp(fee * part, price, step);
	const quoted = BigInt(price_cents);
	const price = amountOf(payment.charge);
	const returned = returnedBy(payment);
	const disputed = payment.disputes.flatMap(({ balance_transactions }) => balance_transactions);
	const taken = sum(disputed.map(amountOf));
	const fees = disputed.map(({ fee }) => fromProvider(fee, currency));
	const received = price - payment.fee - returned + taken - sum(fees);
	// A payment that came too late is returned and costs its creator nothing.
	if (auto_refund_reason !== null) {
		const creator = price - returned + taken;
		return { creator, platform: received - creator };
	}
	const fee = fromHundredths(platformFee(quoted, fee_bps === 100 ? "pro" : "free", currency));
	// The quoted fee for an account of the creator's own, else the charged one.
	const processing = payment.charge.application_fee
		? fromHundredths(processingFee(quoted))
		: halfUp(payment.fee, 1n, step);
	let before = 0n;
	let feeBack = 0n;
	for (const refund of payment.refunds) {
		const after = before + amountOf(refund);
		if (refund.status !== "failed")
			feeBack += portion(fee, after, price) - portion(fee, before, price);
		before = after;
	}
	for (const dispute of payment.disputes)
		if (dispute.status === "lost") feeBack += fee - portion(fee, price - amountOf(dispute), price);
	const disputeFees = sum(fees.map((one) => halfUp(one, 1n, step)));
	const creator = price - fee - processing - returned + feeBack + taken - disputeFees;
	return { creator, platform: received - creator };
}

/** Refunded, in thousandths. */
function returnedBy({ refunds }: Payment): bigint {
	const standing = refunds.filter(({ status }) => status !== "failed");
	return sum(standing.map(({ amount, currency }) => fromProvider(amount, currency)));
}

/** By intent, in hundredths; including lost disputes. */
export function returnedToBuyers(world: World): Map<string, bigint> {
	const returned = [...paymentsAt(world)].map(([intentId, payment]) => {
		const lost = payment.disputes.filter(({ status }) => status === "lost");
		const disputed = lost.map(({ amount, currency }) => fromProvider(amount, currency));
		return [intentId, (returnedBy(payment) + sum(disputed)) / 10n] as const;
	});
	return new Map(returned);
}

function paymentsAt({ sandbox }: World): Map<string, Payment> {
	const { store } = sandbox.sandbox;
	const group = <T extends { charge: unknown; created: number; id: string }>(list: readonly T[]) =>
		Map.groupBy(list.toReversed(), ({ charge }) => String(charge));
	const refunds = group(store.all("refund") as Stripe.Refund[]);
	const disputes = group(store.all("dispute") as Stripe.Dispute[]);
	const fees = new Map(
		store
			.all("balance_transaction")
			.map(({ id, fee, currency }) => [id, fromProvider(fee, currency)]),
	);
	const payments = new Map<string, Payment>();
	for (const charge of store.all("charge"))
		if (charge.captured)
			payments.set(String(charge.payment_intent), {
				charge,
				fee: fees.get(String(charge.balance_transaction)) ?? 0n,
				refunds: refunds.get(charge.id) ?? [],
				disputes: disputes.get(charge.id) ?? [],
			});
	return payments;
}

/** `intent file:edition` of lines that refunds name. */
export function returnedLines({ sandbox }: World): Set<string> {
	const standing = sandbox.sandbox.store
		.all("refund")
		.filter(({ status }) => status !== "failed") as unknown as Stripe.Refund[];
	return new Set(
		standing.flatMap(({ payment_intent, metadata }) =>
			Object.entries(metadata ?? {})
				.filter(([name]) => name.startsWith("lines"))
				.flatMap(([, lines]) => lines.split(" ").map((line) => `${payment_intent} ${line}`)),
		),
	);
}

/** Payments whose money the provider still has. */
export function keptIntents(world: World): Set<string> {
	const kept = new Set<string>();
	for (const [intentId, { charge, disputes }] of paymentsAt(world)) {
		const isDisputed = disputes.some(({ status }) =>
			["needs_response", "under_review", "lost"].includes(status),
		);
		if (charge.amount_refunded < charge.amount && !isDisputed) kept.add(intentId);
	}
	return kept;
}

/** In thousandths. */
const netOf = (
	movements: readonly { readonly currency: string; readonly net: number }[],
	currency: string,
): bigint =>
	sum(
		movements
			.filter((one) => one.currency === currency)
			.map(({ net }) => fromProvider(net, currency)),
	);

/** Compares each purchase, and in each currency each creator's account and the platform. */
export function compareBooks(world: World): string[] {
	const faults: string[] = [];
	const { sql } = world;
	const purchases = sql
		.prepare(
			"select id, creator_id, currency, route, state, price_cents, fee_bps, auto_refund_reason, payment_intent_id from purchases",
		)
		.all() as unknown as Purchase[];
	const lines = sql
		.prepare(
			`select purchase_id, ledger.creator_id, account, amount_cents as cents, coalesce(currency, 'of no sale') as currency
				from ledger left join purchases on purchases.id = purchase_id`,
		)
		.all() as unknown as Line[];
	const payments = paymentsAt(world);
	const booked = (key: (line: Line) => string) => {
		const sums = new Map<string, bigint>();
		for (const line of lines)
			sums.set(key(line), (sums.get(key(line)) ?? 0n) + fromHundredths(line.cents));
		return sums;
	};
	const ofPurchase = booked(({ purchase_id }) => purchase_id ?? "");
	const income = new Map<string, bigint>();
	for (const purchase of purchases) {
		const payment = payments.get(purchase.payment_intent_id ?? "");
		const card = payment && outcomeOf(purchase, payment);
		const outside =
			purchase.route === "direct" && purchase.state === "paid"
				? fromHundredths(purchase.price_cents)
				: 0n;
		const expected = card?.creator ?? outside;
		const found = ofPurchase.get(purchase.id) ?? 0n;
		if (found !== expected)
			faults.push(
				`purchase ${purchase.id} (${purchase.route}, ${purchase.state}) has ${found} thousandths in the ledger, not ${expected}`,
			);
		const { currency } = purchase;
		income.set(currency, (income.get(currency) ?? 0n) + (card?.platform ?? 0n));
	}
	const ofAccount = booked(
		({ creator_id, account, currency }) => `${account} ${currency} ${creator_id}`,
	);
	const { store } = world.sandbox.sandbox;
	const currencies = new Set(
		[...purchases, ...lines, ...store.all("balance_transaction")].map(({ currency }) => currency),
	);
	for (const account of store.all("account"))
		for (const currency of currencies) {
			const ours = ofAccount.get(`connected ${currency} ${account.metadata?.creatorId}`) ?? 0n;
			const theirs = netOf(store.all("balance_transaction", { account: account.id }), currency);
			if (ours !== theirs)
				faults.push(
					`account ${account.id}: ${ours} thousandths of ${currency} in the ledger, ${theirs} at the provider`,
				);
		}
	const subscriptions = new Set(
		store
			.all("charge")
			.filter(({ customer }) => customer !== null)
			.map(({ id }) => id),
	);
	const own = store
		.all("balance_transaction", { account: "" })
		.filter(({ source }) => !subscriptions.has(String(source)));
	for (const currency of currencies) {
		const earned = income.get(currency) ?? 0n;
		const held = sum(
			[...ofAccount]
				.filter(([key]) => key.startsWith(`platform ${currency} `))
				.map(([, cents]) => cents),
		);
		const platform = netOf(own, currency);
		if (platform !== held + earned)
			faults.push(
				`the platform has ${platform} thousandths of ${currency} at the provider, not ${held} for creators and ${earned} of its own`,
			);
	}
	return faults;
}

/** How long a change of plan may take to reach the product. */
const PLAN_DELAY_MS = 6 * HOUR_MS;

/** Compares each card sale's rate with its creator's plan at that time. */
export function comparePlans({ sql, sandbox }: World): string[] {
	const { store } = sandbox.sandbox;
	const owners = new Map(store.all("customer").map(({ id, metadata }) => [id, metadata.creatorId]));
	const months = Map.groupBy(
		store.all("invoice").filter(({ status }) => status === "paid"),
		({ customer }) => owners.get(String(customer)),
	);
	const purchases = sql
		.prepare("select id, creator_id, fee_bps, created_at from purchases where route = 'card'")
		.all() as { id: string; creator_id: string; fee_bps: number; created_at: number }[];
	return purchases.flatMap(({ id, creator_id, fee_bps, created_at: at }) => {
		const paid = (months.get(creator_id) ?? []).map(({ lines, status_transitions }) => ({
			from: Number(status_transitions.paid_at) * 1000,
			to: Number(lines.data[0]?.period.end) * 1000,
		}));
		const isPro = paid.some(({ from, to }) => at > from + PLAN_DELAY_MS && at < to - PLAN_DELAY_MS);
		const isFree = paid.every(({ from }) => at < from);
		const wrong = isPro ? fee_bps !== 100 : isFree && fee_bps !== 500;
		return wrong ? [`purchase ${id} at ${at}: ${fee_bps}, paid ${JSON.stringify(paid)}`] : [];
	});
}
