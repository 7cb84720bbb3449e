import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import {
	CURRENCIES,
	type Currency,
	fromProvider,
	leastByCard,
	numberOf,
	toProvider,
} from "../contract/money.ts";
import { HOUR_MS } from "../contract/retention.ts";
import { expectMoreTrips } from "../test/checks/round-trips.ts";
import {
	deliver,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
	sandbox,
} from "../test/fakes/provider.ts";
import { type Creator, connect, purchaseOf, status } from "../test/fixtures/sale-helpers.ts";
import { makeShare } from "../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { reconcilePayouts } from "./payouts/reconcile-payouts.ts";
import { compareWithLedger } from "./reconciliation/compare.ts";
import { movementsOf } from "./reconciliation/movements.ts";
import { reconcilePurchases } from "./settlement/reconcile-purchases.ts";
import { ledger } from "./tables.ts";

const SOLD_IN = [
	"usd",
	"eur",
	"gbp",
	"chf",
	"sek",
	"mxn",
	"inr",
	"jpy",
	"krw",
	"isk",
	"kwd",
	"bhd",
] as const satisfies Currency[];
const PLATFORMS = ["US", "GB", "DE", "JP"] as const;
const CREATORS = ["US", "GB", "DE", "FR", "CH", "SE"] as const;
const SEED = Number(env.COURSES_SEED);

/** A stream of random numbers that a seed repeats. */
function randomOf(seed: number) {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	return {
		between,
		chance: (part: number) => next() < part,
		one: <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T,
	};
}
type Random = ReturnType<typeof randomOf>;

afterEach(async () => {
	vi.restoreAllMocks();
	await sandbox("/settings", { country: "US", settles: [], rates: {}, balances: "instant" });
	await fetch(`${env.STRIPE_API_BASE}/_sandbox/faults`, { method: "DELETE" });
});

const RATES = {
	usd: 1,
	eur: 0.9,
	gbp: 0.8,
	chf: 0.9,
	sek: 10,
	mxn: 18,
	inr: 83,
	jpy: 150,
	krw: 1300,
};
const RESERVES = (["usd", "gbp", "eur", "jpy"] as const).map(
	(currency) => [currency, { amount: 90_000_000, currency }] as const,
);

const newRates = ({ between }: Random) =>
	Object.fromEntries(
		Object.entries(RATES)
			.filter(([code]) => code !== "usd")
			.map(([code, rate]) => [code, (rate * between(70, 140)) / 100]),
	);

/** Uses a network of its own, so that no limit by network counts. */
const post = (at: number, path: string, body: object, cookies: Record<string, string> = {}) =>
	request(path, {
		method: "POST",
		body: JSON.stringify(body),
		cookies,
		headers: {
			"content-type": "application/json",
			"cf-connecting-ip": `2001:db8:${at.toString(16)}::1`,
		},
	});

/** An amount of the currency as people type it, up to some cents. */
function amountUpTo(random: Random, cents: number, currency: Currency): string {
	const { step } = CURRENCIES[currency];
	return ((random.between(1, Math.floor(cents / step)) * step) / 100).toFixed(2);
}

async function makeGoods(random: Random, creator: Creator, currency: Currency) {
	const { step } = CURRENCIES[currency];
	const priceCents = random.between(leastByCard(currency) * 4, leastByCard(currency) * 60);
	const whole = Math.ceil(priceCents / step) * step;
	const make = (fields: Parameters<typeof makeShare>[1] = {}) =>
		makeShare(creator.user.id, { priceCents: whole, currency, ...fields });
	if (!random.chance(0.25)) return make(random.chance(0.3) ? { pricing: "chosen" } : {});
	const parts = [(await make()).slug, (await make()).slug];
	const bundle = {
		title: "Both",
		price: (whole / 100).toFixed(2),
		pricing: "fixed",
		ownedParts: "less",
		parts,
	};
	const made = await call("POST", "/api/bundles", bundle, creator.cookies);
	expect(made.status).toBe(201);
	const { fileShare } = await made.json<{ fileShare: { shareId: string } }>();
	return { slug: fileShare.shareId, pricing: "fixed" as const, priceCents: whole };
}

/** A discount code that leaves a price which a card can be charged at any exchange rate. */
async function makeCode(random: Random, creator: Creator, currency: Currency): Promise<string> {
	const isPercent = random.chance(0.5);
	const terms = {
		code: `LESS${currency.toUpperCase()}`,
		percent: isPercent ? random.between(100, 4900) / 100 : null,
		amount: isPercent ? null : amountUpTo(random, leastByCard(currency), currency),
	};
	expect((await call("POST", "/api/discounts", terms, creator.cookies)).status).toBe(201);
	return terms.code;
}

/** Makes a sale as the buyer sees it. Returns its payment. */
async function sellOne(random: Random, at: number, creator: Creator, currency: Currency) {
	const share = await makeGoods(random, creator, currency);
	const code = random.chance(0.3) ? await makeCode(random, creator, currency) : undefined;
	const chosen =
		share.pricing === "chosen"
			? (Number(amountUpTo(random, share.priceCents, currency)) + share.priceCents / 100).toFixed(2)
			: undefined;
	const wanted = { shareId: share.slug, ...(code && { code }), ...(chosen && { amount: chosen }) };
	const begun = await post(at, "/api/create-payment-intent", wanted);
	const text = await begun.text();
	expect(begun.status, `course ${at}: ${text}`).toBe(200);
	const intentId =
		(JSON.parse(text) as { clientSecret: string }).clientSecret.split("_secret_")[0] ?? "";
	await payCard(intentId);
	await reportSuccess(intentId, cookiesOf(begun), `${intentId.toLowerCase()}@example.test`);
	return intentId;
}

type Paid = { intentId: string; currency: Currency };

/** Makes one or two sales, each in some currency, with whatever may follow them. Returns their payments. */
async function runCourse(random: Random, at: number): Promise<Paid[]> {
	const country = random.one(PLATFORMS);
	await sandbox("/reset");
	// The operator's reserve: a refund at another rate than the sale's may cost or gain money.
	for (const [settlesIn, reserve] of RESERVES) {
		await sandbox("/settings", { currency: settlesIn });
		const { id } = await provider().paymentIntents.create(reserve);
		await payCard(id);
	}
	const settles = ["usd", "eur", "gbp", "jpy"].filter(() => random.chance(0.3));
	await sandbox("/settings", { country, settles, rates: newRates(random) });
	const currency = random.one(SOLD_IN);
	const before = random.chance(0.3) ? random.one(SOLD_IN) : currency;
	const creator = await makeCreator({
		currency: before,
		...(random.chance(0.3) && { plan: "pro" }),
	});
	const home = random.one<string>(country === "JP" ? [country] : CREATORS);
	const connects = async () => {
		await connect(creator, home);
		await status(creator);
	};
	const isLate = random.chance(0.2);
	if (!isLate) await connects();
	const earlier: Paid[] = [];
	if (before !== currency) {
		earlier.push({ intentId: await sellOne(random, at, creator, before), currency: before });
		const changed = await call("POST", "/api/setup-currency", { currency }, creator.cookies);
		expect(changed.status).toBe(200);
	}
	const intentId = await sellOne(random, at, creator, currency);
	const purchase = await purchaseOf(intentId);
	const { latest_charge } = await provider().paymentIntents.retrieve(intentId);
	const charge = String(latest_charge);
	// Refused calls are retried after an hour.
	let hours = 0;
	const payOut = () => {
		const later = 2 * HOUR_MS * hours++;
		const ctx = testCtx({ now: () => Date.now() + later });
		return reconcilePayouts(ctx, { creatorId: creator.user.id });
	};
	const tell = async () => {
		const payments = [intentId, charge, ...earlier.map((one) => one.intentId)];
		for (const id of payments) for (const event of await eventsOf(id)) await deliver(event);
	};
	const acts: Record<string, () => Promise<unknown>> = {
		payOut,
		tell,
		rates: () => sandbox("/settings", { rates: newRates(random) }),
		fault: () =>
			sandbox("/faults", {
				method: "POST",
				path: random.one(["/v1/transfers", "/v1/refunds", "/v1/transfers/*/reversals"]),
				// Not "timeout", which would make the test wait.
				effect: random.one(["reset", "after", "after-reset"]),
			}),
		part: async () => {
			const { refundedCents, priceCents, state } = await purchaseOf(intentId);
			if (state !== "paid" || refundedCents >= priceCents) return;
			await request(`/api/purchases/${purchase.id}/refund`, {
				method: "POST",
				cookies: creator.cookies,
				headers: {
					"content-type": "application/json",
					"idempotency-key": `${at}-${random.between(0, 1e9)}`,
				},
				body: JSON.stringify({ amount: amountUpTo(random, priceCents - refundedCents, currency) }),
			});
		},
		// Its costs are owed in its own currency.
		earlier: async () => {
			for (const one of earlier) {
				const { id } = await purchaseOf(one.intentId);
				await call("POST", `/api/purchases/${id}/refund`, undefined, creator.cookies);
			}
		},
		all: () => call("POST", `/api/purchases/${purchase.id}/refund`, undefined, creator.cookies),
		dispute: async () => {
			const { disputed, amount_refunded, amount } = await provider().charges.retrieve(charge);
			if (disputed || amount_refunded === amount) return;
			await sandbox(`/charges/${charge}/dispute`);
			await tell();
			if (random.chance(0.5)) await payOut();
			await sandbox("/settings", { rates: newRates(random) });
			const [dispute] = (await provider().disputes.list({ charge })).data;
			await sandbox(`/disputes/${dispute?.id}/decide`, { outcome: random.one(["won", "lost"]) });
			await tell();
		},
		refused: async () => {
			const [refund] = (await provider().refunds.list({ charge, limit: 1 })).data;
			if (refund?.status === "succeeded")
				await sandbox(`/refunds/${refund.id}/finish`, { outcome: "failed" });
			await tell();
		},
	};
	const names = [
		"payOut",
		"payOut",
		"rates",
		"rates",
		"part",
		"part",
		"part",
		"tell",
		"fault",
		"all",
		"earlier",
		"dispute",
		"refused",
	];
	for (let left = random.between(1, 7); left > 0; left--) await acts[random.one(names)]?.();
	await fetch(`${env.STRIPE_API_BASE}/_sandbox/faults`, { method: "DELETE" });
	if (isLate) await connects();
	await tell();
	await reconcilePurchases(testCtx());
	await sandbox("/balances/available");
	for (let round = 0; round < 4; round++) await payOut();
	return [...earlier, { intentId, currency }];
}

/** How far the ledger is from the provider's own records of a payment, by currency, in the provider's smallest units. */
async function differencesOf(
	intentId: string,
	currency: Currency,
): Promise<Record<string, number>> {
	const purchase = await purchaseOf(intentId);
	const rows = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, purchase.id));
	const charge = await provider().charges.retrieve(purchase.chargeId ?? "");
	const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
	const booked = (...kinds: string[]) =>
		toProvider(
			sum(rows.filter(({ kind }) => kinds.includes(kind)).map((row) => row.amountCents)),
			currency,
		);
	const refunds = await provider()
		.refunds.list({ charge: charge.id, limit: 100 })
		.autoPagingToArray({ limit: 1000 });
	const returned = sum(
		refunds.filter((one) => one.status !== "failed").map(({ amount }) => amount),
	);
	const disputes = (await provider().disputes.list({ charge: charge.id })).data;
	const taken = sum(
		disputes.map(
			(one) => one.amount * sum(one.balance_transactions.map(({ amount }) => Math.sign(amount))),
		),
	);
	const transfers = await provider()
		.transfers.list({ transfer_group: purchase.id, limit: 100 })
		.autoPagingToArray({ limit: 1000 });
	const ours = transfers.filter(({ metadata }) => metadata.payoutId);
	// The ledger records what refunds reversed of the charge's own transfer together with the refund.
	const moved = rows.filter(
		({ kind, account }) => account === "connected" && /^transfer/.test(kind),
	);
	const reversals = (
		await Promise.all(
			transfers.map(({ id }) => provider().transfers.listReversals(id, { limit: 100 })),
		)
	).flatMap(({ data }) => data.filter(({ metadata }) => metadata?.payoutId));
	const settled = purchase.settledCurrency ?? currency;
	const net = sum(ours.map(({ amount }) => amount)) - sum(reversals.map(({ amount }) => amount));
	const found: Record<string, number> = {
		[currency]:
			Math.abs(booked("gross") - charge.amount) +
			Math.abs(booked("refund") + returned) +
			Math.abs(booked("dispute", "dispute_won") - taken),
	};
	const inLedger = toProvider(
		sum(
			moved.map(({ settledCents, amountCents }) =>
				settledCents === null ? amountCents : numberOf(settledCents),
			),
		),
		settled,
	);
	found[settled] = (found[settled] ?? 0) + Math.abs(inLedger - net);
	const ids = [...new Set([charge.id, ...rows.flatMap(({ providerId }) => providerId ?? [])])];
	const movements = await Promise.all(ids.map((id) => movementsOf(testCtx(), id)));
	const { differences } = await compareWithLedger(testCtx(), movements.flat(), ids);
	expect([...differences.values()]).toEqual([]);
	// The creator holds all that is left of a sale, and no amount is a fraction of a cent.
	const held = sum(
		rows.filter(({ account }) => account === "platform").map((row) => row.amountCents),
	);
	if (purchase.state === "paid") expect(held).toBeLessThanOrEqual(0);
	for (const { amountCents } of rows)
		expect(Math.abs(amountCents) % CURRENCIES[currency].step).toBe(0);
	expect(fromProvider(charge.amount, currency)).toBe(purchase.priceCents);
	return found;
}

it("the ledger agrees with the provider after random courses in twelve currencies", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	vi.spyOn(console, "error").mockImplementation(() => {});
	// Retries overcome the faults.
	const ended = expectMoreTrips(20, "provider");
	const sums: Record<string, number> = {};
	for (let course = 0; course < Number(env.COURSES); course++) {
		const paid = await runCourse(randomOf(SEED + course), SEED + course);
		for (const { intentId, currency } of paid) {
			const found = await differencesOf(intentId, currency);
			expect(found, `seed ${SEED + course}`).toEqual(
				Object.fromEntries(Object.keys(found).map((code) => [code, 0])),
			);
			for (const [code, amount] of Object.entries(found)) sums[code] = (sums[code] ?? 0) + amount;
		}
	}
	ended();
	expect(Object.keys(sums).length).toBeGreaterThan(1);
}, 86_400_000);
