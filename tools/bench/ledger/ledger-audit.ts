import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import type { BenchCreator } from "../worker-process.ts";
import type { Attempt, Market } from "./market.ts";

/** An entry of a creator's downloaded ledger. */
type Line = { reference: string; kind: string; cents: number; account: string; provider: string };

/** Differences between our records and the provider's; all should be 0. */
export type Verdict = {
	/** cents, per connected account and summed */
	connectedDifference: number;
	/** cents, over the platform's whole balance */
	platformDifference: number;
	paidWithoutAccess: number;
	accessWithoutPayment: number;
	/** creators whose account is ready and for whom money is held all the same */
	blocked: number;
	/** errors of the provider that it replays to whoever sends the call again with its key */
	storedErrors: number;
	/** of all payments that succeeded */
	payments: number;
	/** of all payments, those refunded automatically */
	ledgerLines: number;
	movedCents: number;
	/** transfers to creators that name their charge as the source, and those that do not */
	transfers: { fromCharge: number; fromBalance: number };
	/** charges whose transfers sum to more than their amount */
	overdrawnCharges: number;
};

function cents(amount: string): number {
	const [, sign, dollars, rest] = /^(-?)(\d+)\.(\d\d)$/.exec(amount) ?? [];
	if (dollars === undefined || rest === undefined) throw new Error(`no amount: ${amount}`);
	return (sign === "-" ? -1 : 1) * (Number(dollars) * 100 + Number(rest));
}

async function ledgerOf(market: Market, creator: BenchCreator): Promise<Line[]> {
	const { text } = await market.call("GET", "/api/ledger.csv", { cookie: creator.cookie });
	return text
		.trim()
		.split("\r\n")
		.slice(1)
		.map((row) => {
			const cells = row.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
			const [, reference = "", , kind = "", amount = "", account = "", provider = ""] = cells.map(
				(cell) => cell.replace(/^"|"$/g, ""),
			);
			return { reference, kind, cents: cents(amount), account, provider };
		});
}

const sum = (lines: readonly Line[], where: (line: Line) => boolean) =>
	lines.filter(where).reduce((total, line) => total + line.cents, 0);

/** The provider's balance of one account, in cents; '' is the platform. */
function netOf(market: Market, account: string): number {
	return market.running.sandbox.store
		.all("balance_transaction", { account })
		.reduce((total, movement) => total + movement.net, 0);
}

/** The platform's income from subscriptions, which is part of no creator's ledger. */
function subscriptionNet(market: Market): number {
	const { store } = market.running.sandbox;
	const charges = new Set(
		store
			.all("charge", { account: "" })
			.filter((charge) => charge.customer !== null)
			.map((charge) => charge.id),
	);
	return store
		.all("balance_transaction", { account: "" })
		.filter((movement) => charges.has(String(movement.source)))
		.reduce((total, movement) => total + movement.net, 0);
}

/**
 * Sums the ledgers and compares them with the provider's records: per connected account, and for the
 * platform, whose balance must be what it holds for creators plus its own fees, less the provider's fees
 * that no creator bears.
 */
export async function audit(
	market: Market,
	creators: readonly BenchCreator[],
	attempts: readonly Attempt[],
): Promise<Verdict> {
	const { store } = market.running.sandbox;
	const ledger = await Promise.all(
		creators.map(async (creator) => ({ creator, lines: await ledgerOf(market, creator) })),
	);
	const all = ledger.flatMap(({ lines }) => lines);
	let connectedDifference = 0;
	for (const account of store.all("account")) {
		const owner = ledger.find(({ creator }) => creator.id === account.metadata?.creatorId);
		const ours = sum(owner?.lines ?? [], (line) => line.account === "connected");
		connectedDifference += Math.abs(ours - netOf(market, account.id));
	}
	const borne = new Set(
		all
			.filter((line) => line.kind === "processing_fee" && line.account === "platform")
			.map((line) => line.provider),
	);
	const sold = new Set(attempts.map((attempt) => attempt.intentId));
	const unborne = store
		.all("charge", { account: "" })
		.filter((charge) => sold.has(String(charge.payment_intent)) && !borne.has(charge.id))
		.reduce((total, charge) => {
			const isPosted = store.find("balance_transaction", String(charge.balance_transaction));
			return total + (isPosted?.fee ?? 0);
		}, 0);
	const ownFees = -(
		sum(all, (line) => line.kind === "platform_fee" || line.kind === "fee_refund") +
		sum(all, (line) => line.kind === "processing_fee" && line.account === "connected")
	);
	const held = sum(all, (line) => line.account === "platform");
	const platform = netOf(market, "") - subscriptionNet(market);
	return {
		connectedDifference,
		platformDifference: platform - (held + ownFees - unborne),
		...(await compareAccess(market, attempts)),
		blocked: await countBlocked(market, creators),
		storedErrors: storedErrors(market),
		ledgerLines: all.length,
		movedCents: store
			.all("balance_transaction")
			.reduce((total, movement) => total + Math.abs(movement.net), 0),
		...compareTransfers(market),
	};
}

async function countBlocked(market: Market, creators: readonly BenchCreator[]): Promise<number> {
	let blocked = 0;
	for (const { cookie } of creators) {
		const { text } = await market.call("GET", "/api/payment-status", { cookie });
		const { cardPayouts } = JSON.parse(text) as PaymentStatus;
		if (cardPayouts.chargesEnabled && Number(cardPayouts.balance) > 0) blocked++;
	}
	return blocked;
}

function storedErrors(market: Market): number {
	const { db } = market.running.sandbox.store;
	// A declined card is a stored 402.
	const row = db
		.prepare("select count(*) as n from stored_responses where status in (400, 500)")
		.get();
	return Number(row?.n);
}

function compareTransfers(market: Market) {
	const { store } = market.running.sandbox;
	const transfers = store.all("transfer");
	const sources = new Map<string, number>();
	for (const { source_transaction, amount } of transfers)
		if (source_transaction !== null)
			sources.set(
				String(source_transaction),
				(sources.get(String(source_transaction)) ?? 0) + amount,
			);
	const fromCharge = transfers.filter((transfer) => transfer.source_transaction !== null).length;
	return {
		transfers: { fromCharge, fromBalance: transfers.length - fromCharge },
		overdrawnCharges: [...sources].filter(
			([charge, cents]) => cents > (store.find("charge", charge)?.amount ?? 0),
		).length,
	};
}

async function compareAccess(market: Market, attempts: readonly Attempt[]) {
	let paidWithoutAccess = 0;
	let accessWithoutPayment = 0;
	let payments = 0;
	for (const attempt of attempts) {
		const isPaid = isKept(market, attempt.intentId);
		if (isPaid !== null) payments++;
		const access = await market.hasAccess(attempt);
		if (isPaid && !access) paidWithoutAccess++;
		if (!isPaid && access) accessWithoutPayment++;
	}
	return { paidWithoutAccess, accessWithoutPayment, payments };
}

/** Whether the provider still has the buyer's money; null when it never did. */
function isKept(market: Market, intentId: string): boolean | null {
	const { store } = market.running.sandbox;
	const charge = store
		.all("charge", { account: "", equals: { payment_intent: intentId } })
		.find(({ status }) => status === "succeeded");
	if (!charge) return null;
	const disputed = store
		.all("dispute", { equals: { charge: charge.id } })
		.some(({ status }) => ["needs_response", "under_review", "lost"].includes(status));
	return charge.amount_refunded < charge.amount && !disputed;
}
