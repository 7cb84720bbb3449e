import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { shares } from "../../catalogue/shares/tables.ts";
import { asSettled } from "../../contract/money.ts";
import { outbox } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot, PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { ledger } from "../tables.ts";
import { settlePurchase } from "./settle-purchase.ts";

const PRICE = 1000;
const refund = (id: string, amountCents: number, failed = false) => ({
	id,
	amountCents,
	failed,
	reversedCents: 0,
});
const withdrawn = { id: "txn_1", amountCents: -PRICE, feeCents: 1500 };
const returned = { id: "txn_2", amountCents: PRICE, feeCents: 0 };
const dispute = (lost: boolean, ...transactions: (typeof withdrawn)[]) => ({
	id: "du_1",
	amountCents: PRICE,
	lost,
	won: false,
	inquiry: false,
	reason: "fraudulent",
	respondBy: null,
	transactions,
});

const open = { status: "open", charge: null } as const;
const processing = { status: "processing", charge: null } as const;
const cancelled = { status: "cancelled", charge: null } as const;
const paid = (charge: Partial<ChargeSnapshot> = {}) =>
	({
		status: "succeeded",
		charge: {
			id: "ch_1",
			processingFeeCents: 59,
			settled: { currency: "usd", cents: asSettled(1000) },
			cardCountry: null,
			transferId: null,
			refunds: [],
			feeRefunds: [],
			disputes: [],
			...charge,
		},
	}) as const;

type Status = Pick<PaymentSnapshot, "status" | "charge">;
/** The successive snapshots of a payment as the provider reports it, and the expected result. */
const LIVES: Record<string, { statuses: Status[]; state: string; sum: number }> = {
	abandoned: { statuses: [open, cancelled], state: "cancelled", sum: 0 },
	"paid at the second try": {
		statuses: [open, processing, open, processing, paid({ processingFeeCents: null }), paid()],
		state: "paid",
		sum: 891,
	},
	"refunded in parts": {
		statuses: [
			processing,
			paid(),
			paid({ refunds: [refund("re_1", 333)] }),
			paid({ refunds: [refund("re_1", 333), refund("re_2", 667)] }),
		],
		state: "refunded",
		sum: -59,
	},
	"partly refunded": {
		statuses: [paid(), paid({ refunds: [refund("re_1", 500)] })],
		state: "paid",
		sum: 891 - 500 + 25,
	},
	"refund failed": {
		statuses: [
			paid(),
			paid({ refunds: [refund("re_1", PRICE)] }),
			paid({ refunds: [refund("re_1", PRICE, true)] }),
		],
		state: "paid",
		sum: 891,
	},
	"dispute open": {
		statuses: [
			open,
			paid(),
			paid({ disputes: [dispute(false)] }),
			paid({ disputes: [dispute(false, withdrawn)] }),
		],
		state: "disputed",
		sum: 891 - 1000 - 1500,
	},
	"dispute won": {
		statuses: [
			paid(),
			paid({ disputes: [dispute(false, withdrawn)] }),
			paid({ disputes: [dispute(false, withdrawn, returned)] }),
		],
		state: "paid",
		sum: 891 - 1500,
	},
	"dispute lost": {
		statuses: [
			paid({ processingFeeCents: null }),
			paid({ disputes: [dispute(false, withdrawn)] }),
			paid({ disputes: [dispute(true, withdrawn)] }),
		],
		state: "refunded",
		sum: 891 - 1000 - 1500 + 50,
	},
};

async function begun(fields: Partial<typeof shares.$inferInsert> = {}) {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id, { priceCents: PRICE, ...fields });
	return { share, purchase: await begin(share) };
}

async function begin(share: typeof shares.$inferSelect) {
	const buyer = await makeBuyer();
	return makePurchase(share, buyer.id, {
		state: "started",
		paidAt: null,
		buyerEmail: `${buyer.id.toLowerCase()}@example.test`,
		processingFeeCents: 59,
		paymentIntentId: `pi_${buyer.id}`,
	});
}

function snapshotFor(purchase: typeof purchases.$inferSelect, status: Status): PaymentSnapshot {
	// The provider's ids are unique over all purchases.
	const own = JSON.stringify(status).replace(/"(re|txn|du)_(\w)"/g, `"$1_$2_${purchase.id}"`);
	return {
		...(JSON.parse(own) as Status),
		intentId: purchase.paymentIntentId ?? "",
		clientSecret: "secret",
		amountCents: PRICE,
		currency: "usd",
		live: false,
		purchaseId: purchase.id,
		shareId: purchase.shareId,
		buyerId: purchase.buyerId,
		email: null,
		answeredBy: null,
		failedDebit: null,
	};
}

async function settle(purchase: typeof purchases.$inferSelect, status: Status) {
	const ctx = testCtx();
	const sale = await findSaleById(ctx, purchase.id);
	return settlePurchase(ctx, sale!, snapshotFor(purchase, status));
}

async function ledgerSum(purchaseId: string) {
	const rows = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, purchaseId));
	return rows.reduce((sum, row) => sum + row.amountCents, 0);
}

describe("settling", () => {
	// G18
	it.each(Object.entries(LIVES))(
		"ends in one state in every order and repetition: %s",
		async (_name, { statuses, state, sum }) => {
			const orders = fc.array(fc.constantFrom(...statuses), { maxLength: 4 }).chain((repeats) =>
				fc.shuffledSubarray([...statuses, ...repeats], {
					minLength: statuses.length + repeats.length,
				}),
			);
			await fc.assert(
				fc.asyncProperty(orders, async (order) => {
					const { purchase } = await begun();
					for (const status of order) await settle(purchase, status);
					const [row] = await testCtx()
						.db.select()
						.from(purchases)
						.where(eq(purchases.id, purchase.id));
					expect(row?.state).toBe(state);
					expect(await ledgerSum(purchase.id)).toBe(sum);
				}),
				{ numRuns: env.ALL_ROUNDS === "true" ? 15 : 4 },
			);
		},
	);

	it("notifies buyer and creator once", async () => {
		const { purchase } = await begun();
		for (const status of [paid(), paid(), paid({ refunds: [refund("re_9", PRICE)] })])
			await settle(purchase, status);
		const mails = await testCtx()
			.db.select()
			.from(outbox)
			.where(eq(outbox.recipient, purchase.buyerEmail ?? ""));
		expect(mails.map((mail) => mail.subject)).toEqual([
			"Your receipt: Sunset set",
			"Your purchase was refunded: Sunset set",
		]);
	});

	// G20
	it("sells the last copy to one of two concurrent settlements", async () => {
		for (let round = 0; round < 5; round++) {
			const { share, purchase } = await begun({ maxSales: 1 });
			const other = await begin(share);
			// The provider does not know these payments, so the automatic refund fails here; the decision, and
			// the debt that the cron will settle, are recorded all the same.
			await Promise.all([settle(purchase, paid()), settle(other, paid())]);
			const rows = await testCtx()
				.db.select()
				.from(purchases)
				.where(eq(purchases.shareId, share.id));
			expect(rows.map((row) => [row.state, row.autoRefundReason]).sort()).toEqual([
				["paid", null],
				["refunded", "sold_out"],
			]);
		}
	});
});
