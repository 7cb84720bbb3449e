import type { Market } from "../ledger/market.ts";
import { halfUp, hundredths, platformFee, processingFee } from "./arithmetic.ts";
import { type Payment, type PurchaseRow, readProduct, readProvider, sum } from "./books.ts";
import type { Quote } from "./quote.ts";
import { decimal, type Seller } from "./seller.ts";

const abs = (cents: bigint) => (cents < 0n ? -cents : cents);

/** The fee that belongs to the first `part` cents of a price. */
const portion = (fee: bigint, part: bigint, price: bigint) => halfUp(fee * part, price);

/** What one card sale must leave its creator and the platform, from the provider's records. Cents. */
function outcomeOf(quoted: bigint, plan: "free" | "pro", isTooLate: boolean, payment: Payment) {
	const price = BigInt(payment.charge.amount);
	const standing = payment.refunds.filter(({ status }) => status !== "failed");
	const returned = sum(standing.map(({ amount }) => amount));
	const disputed = payment.disputes.flatMap(({ balance_transactions }) => balance_transactions);
	const disputes = sum(disputed.map(({ amount, fee }) => amount - fee));
	const received = price - payment.feeCents - returned + disputes;
	// A payment that came too late is returned in whole and costs its creator nothing.
	if (isTooLate) return { creator: price - returned, platform: received - (price - returned) };
	const fee = platformFee(quoted, plan);
	// To an account of the creator's own, the fee goes that was quoted; else the one that was charged.
	const processing = payment.applicationFee ? processingFee(quoted) : payment.feeCents;
	let before = 0n;
	let feeBack = 0n;
	for (const { amount, status } of payment.refunds) {
		const after = before + BigInt(amount);
		if (status !== "failed") feeBack += portion(fee, after, price) - portion(fee, before, price);
		before = after;
	}
	for (const { amount, status } of payment.disputes)
		if (status === "lost") feeBack += fee - portion(fee, price - BigInt(amount), price);
	const creator = price - fee - processing - returned + feeBack + disputes;
	return { creator, platform: received - creator };
}

/** What is wrong with a stored quote; null when all of it is as computed. */
function faultOf(quote: Quote, row: PurchaseRow | undefined, payment: Payment | undefined) {
	if (!quote.purchase) return null;
	if (!row) return "not stored";
	if (quote.due.kind === "too_low") return "stored though refused";
	const { cents } = quote.due;
	const isCard = row.route === "card";
	const { route } = quote.purchase;
	const expected = {
		route,
		price_cents: cents,
		list_cents: quote.code ? hundredths(quote.asked.price) : null,
		chosen_cents: quote.asked.pricing === "chosen" ? cents : null,
		discount_code: quote.code?.code ?? null,
		platform_fee_cents: isCard ? platformFee(cents, quote.seller.plan) : 0n,
		processing_fee_cents: isCard ? processingFee(cents) : 0n,
	};
	for (const [name, value] of Object.entries(expected)) {
		const stored = row[name as keyof typeof expected];
		if (String(stored) !== String(value)) return `${name}: ${stored} is not ${value}`;
	}
	if (!payment) return null;
	if (BigInt(payment.charge.amount) !== cents) return `charged ${payment.charge.amount}`;
	const destination = payment.charge.transfer_data?.destination ?? null;
	if (destination !== row.destination_account) return `sent to ${destination}`;
	const kept = payment.applicationFee?.amount ?? null;
	const keeps = destination === null ? null : expected.platform_fee_cents + processingFee(cents);
	return String(kept) === String(keeps) ? null : `application fee: ${kept} is not ${keeps}`;
}

/** What a creator's own page says of their money, in cents. */
async function balanceOf(market: Market, { creator }: Seller): Promise<bigint> {
	const { text } = await market.call("GET", "/api/balance", { cookie: creator.cookie });
	const { held, connected, outside } = JSON.parse(text) as Record<string, string>;
	return sum(
		[held, connected, outside].map((amount = "") =>
			amount.startsWith("-") ? -hundredths(amount.slice(1)) : hundredths(amount),
		),
	);
}

/** Adds up both books, and computes every quote a second time. Everything named as wrong or a difference should be 0. */
export async function compare(
	market: Market,
	sellers: readonly Seller[],
	quotes: readonly Quote[],
) {
	const product = readProduct(market);
	const provider = await readProvider(market);
	const rows = new Map<string, PurchaseRow>();
	for (const row of product.purchases)
		for (const key of [
			row.payment_intent_id,
			row.reference,
			row.route === "free" && row.buyer_email,
		])
			if (key) rows.set(key, row);
	const faults: string[] = [];
	const due = new Map<string, bigint>(sellers.map(({ creator }) => [creator.id, 0n]));
	const ledgerOf = groupCents(product.ledger, (line) => line.purchase_id ?? "");
	let income = 0n;
	let purchaseDifference = 0n;
	for (const quote of quotes) {
		if (quote.wrong) faults.push(`answer: ${quote.wrong}`);
		const row = quote.purchase ? rows.get(quote.purchase.key) : undefined;
		const payment = provider.payments.get(row?.payment_intent_id ?? "");
		const fault = faultOf(quote, row, payment);
		if (fault) faults.push(`${JSON.stringify({ ...quote.asked, code: quote.code })}: ${fault}`);
		if (!row || quote.due.kind === "too_low") continue;
		const { plan } = quote.seller;
		const isTooLate = row.auto_refund_reason !== null;
		const card = payment && outcomeOf(quote.due.cents, plan, isTooLate, payment);
		const outside = row.route === "direct" && row.state === "paid" ? quote.due.cents : 0n;
		const expected = card?.creator ?? outside;
		const difference = (ledgerOf.get(row.id) ?? 0n) - expected;
		if (difference !== 0n) faults.push(`${row.route} ${row.id}: ledger ${difference} too much`);
		purchaseDifference += abs(difference);
		income += card?.platform ?? 0n;
		due.set(row.creator_id, (due.get(row.creator_id) ?? 0n) + expected);
	}
	const ours = groupCents(product.ledger, (line) => line.creator_id);
	const at = groupCents(product.ledger, (line) => `${line.creator_id} ${line.account}`);
	let creatorDifference = 0n;
	let pageDifference = 0n;
	for (const seller of sellers) {
		const cents = ours.get(seller.creator.id) ?? 0n;
		creatorDifference += abs(cents - (due.get(seller.creator.id) ?? 0n));
		pageDifference += abs(cents - (await balanceOf(market, seller)));
	}
	let connectedDifference = 0n;
	for (const { creatorId, cents } of provider.accounts.values())
		connectedDifference += abs((at.get(`${creatorId} connected`) ?? 0n) - cents);
	const held = sum(sellers.map(({ creator }) => at.get(`${creator.id} platform`) ?? 0n));
	return {
		quotes: quotes.length,
		purchases: product.purchases.length,
		payments: provider.payments.size,
		tooLate: product.purchases.filter((row) => row.auto_refund_reason !== null).length,
		ledgerLines: product.ledger.length,
		moved: decimal(Number(provider.movedCents)),
		refunds: provider.refunds,
		disputes: provider.disputes,
		transfers: provider.transfers,
		incomeOfThePlatform: decimal(Number(income)),
		faults,
		differences: {
			purchases: purchaseDifference,
			creators: creatorDifference,
			creatorsOwnPages: pageDifference,
			connectedAccounts: connectedDifference,
			platform: provider.platformCents - held - income,
		},
	};
}

function groupCents<T extends { cents: number }>(lines: readonly T[], key: (line: T) => string) {
	const sums = new Map<string, bigint>();
	for (const line of lines) sums.set(key(line), (sums.get(key(line)) ?? 0n) + BigInt(line.cents));
	return sums;
}
