import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Ctx } from "../core/context.ts";
import { bookedCents, stripeOf } from "../platform/stripe.ts";
import { beginCard, eventsOf, payCard, provider, sandbox } from "../test/fakes/provider.ts";
import { makeOffer, purchaseOf } from "../test/fixtures/sale-helpers.ts";
import { testCtx } from "../test/fixtures/test-app.ts";
import { fetchPayment } from "./provider.ts";
import { compareWithLedger } from "./reconciliation/compare.ts";
import { movementsOf } from "./reconciliation/movements.ts";
import { handleEvent } from "./settlement/provider-events.ts";
import { reconcilePurchases } from "./settlement/reconcile-purchases.ts";
import { ledger } from "./tables.ts";

const HOUR = 60 * 60 * 1000;
const RATE = 0.9;

/** What the provider says of the balance: nothing yet, or movements in euros; of disputes in another way, too. */
type Balance = "unposted" | "in euros" | "all in euros";

function convert(value: unknown, balance: Balance): unknown {
	if (Array.isArray(value)) return value.map((one) => convert(one, balance));
	if (value === null || typeof value !== "object") return value;
	const fields: Record<string, unknown> = Object.fromEntries(
		Object.entries(value).map(([name, one]) => [name, convert(one, balance)]),
	);
	if (fields.object === "charge" && balance === "unposted") fields.balance_transaction = null;
	if (fields.object === "dispute" && balance === "all in euros") fields.currency = "eur";
	if (fields.object !== "balance_transaction") return fields;
	const euros = (cents: unknown) => Math.round(Number(cents) * RATE);
	return { ...fields, currency: "eur", amount: euros(fields.amount), fee: euros(fields.fee) };
}

/** A context whose client of the provider has this balance. */
function having(balance: Balance, laterMs = 0): Ctx {
	const send = globalThis.fetch;
	const ctx = testCtx({ now: () => Date.now() + laterMs });
	globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
		const response = await send(...call);
		return response.ok ? Response.json(convert(await response.json(), balance)) : response;
	};
	// A client keeps the `fetch` of its beginning, and each configuration has its own client.
	const own = { ...ctx, config: { ...ctx.config } };
	stripeOf(own.config);
	globalThis.fetch = send;
	return own;
}

async function paid() {
	const { share } = await makeOffer({ priceCents: 1000 });
	const { intentId } = await beginCard(share.slug);
	await payCard(intentId);
	const { latest_charge: charge } = await provider().paymentIntents.retrieve(intentId);
	return { intentId, charge: String(charge) };
}

type Paid = Awaited<ReturnType<typeof paid>>;

const WAYS: [name: string, settle: (ctx: Ctx, payment: Paid) => Promise<void>][] = [
	[
		"a webhook",
		async (ctx, { intentId }) => {
			for (const event of await eventsOf(intentId)) {
				// Events only say what to read; those that were applied are ignored.
				await handleEvent(ctx, { ...event, id: `${event.id}-${ctx.now()}` });
			}
		},
	],
	["the cron", (ctx) => reconcilePurchases(ctx)],
];

const entriesOf = async (intentId: string) => {
	const { id } = await purchaseOf(intentId);
	const rows = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, id));
	return Object.fromEntries(rows.map(({ kind, amountCents }) => [kind, amountCents]));
};

/** What differs between the ledger and the provider, of these objects. */
async function differences(ctx: Ctx, ...ids: string[]) {
	const movements = await Promise.all(ids.map((id) => movementsOf(ctx, id)));
	return [...(await compareWithLedger(ctx, movements.flat(), ids)).differences.values()];
}

/** The refunds of a payment at the provider. */
async function refundsOf({ charge }: Paid): Promise<string[]> {
	return (await provider().refunds.list({ charge })).data.map(({ id }) => id);
}

let warned: MockInstance<typeof console.warn>;
beforeEach(() => {
	warned = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
	vi.restoreAllMocks();
});

describe.each(WAYS)("where the provider settles in another currency, known by %s", (_, settle) => {
	it("a payment is returned, its fee is not booked, and the currency is named", async () => {
		const payment = await paid();
		const ctx = having("in euros", HOUR);
		await settle(ctx, payment);
		expect(await purchaseOf(payment.intentId)).toMatchObject({
			state: "refunded",
			autoRefundReason: "differs",
			refundedCents: 1000,
		});
		expect(await entriesOf(payment.intentId)).toEqual({ gross: 1000, refund: -1000 });
		expect(warned.mock.calls.join()).toContain('"settledIn":"eur"');
		expect(await differences(ctx, payment.charge, ...(await refundsOf(payment)))).toEqual([]);
	});

	it("a sale that was given before stays, and its fee is booked at the rate of its charge", async () => {
		const payment = await paid();
		await settle(having("unposted", HOUR), payment);
		expect(await purchaseOf(payment.intentId)).toMatchObject({ state: "paid", feePosted: false });
		const ctx = having("in euros", 2 * HOUR);
		await settle(ctx, payment);
		expect(await purchaseOf(payment.intentId)).toMatchObject({
			state: "paid",
			autoRefundReason: null,
			feePosted: true,
			processingFeeCents: 59,
		});
		expect(await entriesOf(payment.intentId)).toEqual({
			gross: 1000,
			platform_fee: -50,
			processing_fee: -59,
		});
		expect(warned.mock.calls.join()).toContain('"settledIn":"eur"');
		expect(await differences(ctx, payment.charge)).toEqual([]);
		// Once its currency is known, nothing that happens again changes it.
		await settle(having("in euros", 3 * HOUR), payment);
		await settle(having("unposted", 4 * HOUR), payment);
		expect(await entriesOf(payment.intentId)).toMatchObject({ gross: 1000, processing_fee: -59 });
	});
});

describe("a dispute of a sale that was settled in another currency later", () => {
	async function disputed() {
		const payment = await paid();
		const [, byWebhook] = WAYS[0]!;
		await byWebhook(having("unposted"), payment);
		await sandbox(`/charges/${payment.charge}/dispute`);
		const [dispute] = (await provider().disputes.list({ charge: payment.charge })).data;
		return { payment, dispute: dispute!.id };
	}

	it("is booked at the rate of the dispute", async () => {
		const { payment, dispute } = await disputed();
		const ctx = having("in euros");
		await WAYS[0]![1](ctx, payment);
		expect((await purchaseOf(payment.intentId)).state).toBe("disputed");
		expect(await entriesOf(payment.intentId)).toMatchObject({ dispute: -1000, dispute_fee: -1500 });
		expect(await differences(ctx, payment.charge, dispute)).toEqual([]);
	});

	it("is refused by the currency's name where its rate is unknown, and the books name the difference", async () => {
		const { payment, dispute } = await disputed();
		const ctx = having("all in euros");
		await expect(fetchPayment(ctx, payment.intentId)).rejects.toMatchObject({
			cause: { message: "The provider settles in EUR; the books are kept in USD" },
		});
		expect(await differences(ctx, dispute)).toMatchObject([
			{ providerId: dispute, ledgerCents: 0 },
		]);
	});
});

it.each([
	[{ amount: 1000, fee: 59, currency: "usd" }, { amount: 1000, currency: "usd" }, 1000, 59],
	[{ amount: 900, fee: 53, currency: "eur" }, { amount: 1000, currency: "usd" }, 1000, 59],
	[{ amount: -900, fee: 0, currency: "eur" }, { amount: 1000, currency: "usd" }, -1000, 0],
	// Yen have no cents.
	[{ amount: 1500, fee: 89, currency: "jpy" }, { amount: 1000, currency: "usd" }, 1000, 59],
])(
	"the movement %j of %j is %d cents with a fee of %d",
	(movement, source, amountCents, feeCents) => {
		expect(bookedCents(movement, source)).toEqual({ amountCents, feeCents });
	},
);

it("a movement between two other currencies is no amount of the books", () => {
	const source = { amount: 1000, currency: "gbp" };
	expect(bookedCents({ amount: 1100, fee: 30, currency: "eur" }, source)).toBeNull();
});
