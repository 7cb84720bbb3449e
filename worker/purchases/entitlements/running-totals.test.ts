import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { checkTotals } from "../../maintenance/invariants/check-totals.ts";
import type { DashboardMetrics } from "../../pages/dashboard/contract.ts";
import type { Balance } from "../../payments/ledger/contract.ts";
import { ledgerEntriesOf } from "../../payments/ledger/ledger-entries.ts";
import { writeLedger } from "../../payments/ledger/write-ledger.ts";
import { ledger } from "../../payments/tables.ts";
import { usageOf } from "../../test/checks/usage.ts";
import { erase } from "../../test/fixtures/personal-data.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { ChargeSnapshot, DisputeSnapshot } from "../payment-snapshot.ts";
import { followLedger, grantPaid, refuseLate } from "../purchase-transitions.ts";
import { shareDays } from "../views/tables.ts";
import { purchases, totals } from "./tables.ts";
import { totalOfShare } from "./totals-sql.ts";

const ctx = testCtx();
const DAY_MS = 86_400_000;

type Creator = Awaited<ReturnType<typeof makeCreator>>;
type Share = Awaited<ReturnType<typeof makeShare>>;
type Purchase = typeof purchases.$inferSelect;

/** A payment as the provider would report it, which events change. */
type Payment = { purchase: Purchase; charge: ChargeSnapshot | null };

const chargeOf = ({ purchase }: Payment): ChargeSnapshot => ({
	id: `ch_${purchase.id}`,
	cardCountry: null,
	transferId: null,
	processingFeeCents: null,
	settled: null,
	refunds: [],
	feeRefunds: [],
	disputes: [],
});

/** Settles a payment in its present state at the provider, like the product: with transitions and ledger. */
async function settle({ purchase, charge }: Payment, accepted = true): Promise<void> {
	if (!charge) return;
	const paid = {
		purchaseId: purchase.id,
		chargeId: charge.id,
		cardCountry: null,
		email: purchase.buyerEmail,
		address: null,
	};
	await ctx.db.batch([
		...(accepted ? [grantPaid(ctx, paid)] : []),
		refuseLate(ctx, paid, true),
		writeLedger(ctx, purchase, ledgerEntriesOf(purchase, purchase.priceCents, charge)),
		followLedger(ctx, purchase.id),
	] as unknown as [ReturnType<typeof followLedger>]);
}

const EVENTS = {
	sell: async (payment: Payment) => {
		payment.charge ??= chargeOf(payment);
		await settle(payment);
	},
	sellRefused: async (payment: Payment) => {
		payment.charge ??= chargeOf(payment);
		await settle(payment, false);
	},
	postFee: async (payment: Payment) => {
		if (payment.charge) payment.charge = { ...payment.charge, processingFeeCents: 61 };
		await settle(payment);
	},
	refundPartly: async (payment: Payment) => refund(payment, 300),
	refund: async (payment: Payment) => refund(payment, payment.purchase.priceCents),
	failRefund: async (payment: Payment) => {
		const [last, ...before] = payment.charge?.refunds.toReversed() ?? [];
		if (!payment.charge || !last) return;
		payment.charge = {
			...payment.charge,
			refunds: [...before.toReversed(), { ...last, failed: true }],
		};
		await settle(payment);
	},
	dispute: async (payment: Payment) => {
		const id = `dp_${payment.purchase.id}`;
		const taken = { id: `${id}_taken`, amountCents: -payment.purchase.priceCents, feeCents: 1500 };
		await dispute(payment, { transactions: [taken], lost: false, won: false });
	},
	win: async (payment: Payment) => {
		const [open] = payment.charge?.disputes ?? [];
		const [taken] = open?.transactions ?? [];
		if (!open || !taken) return;
		const back = { id: `${open.id}_back`, amountCents: payment.purchase.priceCents, feeCents: 0 };
		await dispute(payment, { transactions: [taken, back], lost: false, won: true });
	},
	lose: async (payment: Payment) => {
		const [open] = payment.charge?.disputes ?? [];
		if (open) await dispute(payment, { ...open, lost: true, won: false });
	},
	transfer: async ({ purchase, charge }: Payment) => {
		if (!charge) return;
		const move = { creatorId: purchase.creatorId, purchaseId: purchase.id, at: ctx.now() };
		const lines = [
			{ ...move, kind: "transfer" as const, amountCents: -100, account: "platform" as const },
			{ ...move, kind: "transfer" as const, amountCents: 100, account: "connected" as const },
		];
		await ctx.db
			.insert(ledger)
			.values(lines.map((line) => ({ ...line, id: ctx.id(), causeKey: ctx.id() })));
	},
	revoke: ({ purchase }: Payment) => set(purchase, { revokedAt: ctx.now() }),
	restore: ({ purchase }: Payment) => set(purchase, { revokedAt: null }),
	deleteShare: ({ purchase }: Payment) =>
		ctx.db.update(shares).set({ status: "deleted" }).where(eq(shares.id, purchase.shareId)),
	restoreShare: ({ purchase }: Payment) =>
		ctx.db.update(shares).set({ status: "published" }).where(eq(shares.id, purchase.shareId)),
	payAnotherDay: ({ purchase }: Payment) => set(purchase, { paidAt: ctx.now() - 3 * DAY_MS }),
	view: ({ purchase }: Payment) => view(purchase.shareId, "2026-11-01"),
	viewLater: ({ purchase }: Payment) => view(purchase.shareId, "2026-11-02"),
	forgetViews: ({ purchase }: Payment) => erase(ctx, purchase.creatorId),
};

async function refund(payment: Payment, amountCents: number): Promise<void> {
	if (!payment.charge) return;
	const left =
		payment.purchase.priceCents -
		payment.charge.refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.amountCents), 0);
	const id = `re_${payment.purchase.id}_${payment.charge.refunds.length}`;
	const made = { id, amountCents: Math.min(left, amountCents), reversedCents: 0, failed: false };
	if (made.amountCents > 0)
		payment.charge = { ...payment.charge, refunds: [...payment.charge.refunds, made] };
	await settle(payment);
}

async function dispute(
	payment: Payment,
	state: Pick<DisputeSnapshot, "transactions" | "lost" | "won">,
) {
	if (!payment.charge) return;
	const about = {
		id: `dp_${payment.purchase.id}`,
		amountCents: payment.purchase.priceCents,
		inquiry: false,
		reason: "fraudulent",
		respondBy: null,
	};
	payment.charge = { ...payment.charge, disputes: [{ ...state, ...about }] };
	await settle(payment);
}

const set = (purchase: Purchase, changes: Partial<Purchase>) =>
	ctx.db.update(purchases).set(changes).where(eq(purchases.id, purchase.id));

const view = (shareId: string, day: string) =>
	ctx.db
		.insert(shareDays)
		.values({ shareId, day, source: "direct", country: "NO", views: 1 })
		.onConflictDoUpdate({
			target: [shareDays.shareId, shareDays.day, shareDays.source, shareDays.country],
			set: { views: sql`views + 1` },
		});

async function allDifferences(): Promise<unknown[]> {
	const all: unknown[] = [];
	for (let after: string | null = ""; after !== null; ) {
		const page = await checkTotals(ctx, after);
		all.push(...page.findings);
		after = page.next;
	}
	return all;
}

describe("the running totals", () => {
	let creator: Creator;
	let own: [Share, Share];
	beforeAll(async () => {
		creator = await makeCreator();
		own = [await makeShare(creator.user.id), await makeShare(creator.user.id)];
	});

	it("equal the sums over what is stored after every event, in any order", async () => {
		const names = Object.keys(EVENTS) as (keyof typeof EVENTS)[];
		const step = fc.record({ event: fc.constantFrom(...names), at: fc.nat({ max: 2 }) });
		const steps = fc.array(step, { minLength: 5, maxLength: 25 });
		const seen = new Set<string>();
		await fc.assert(
			fc.asyncProperty(steps, async (course) => {
				const payments: Payment[] = [];
				for (const [n, share] of [own[0], own[0], own[1]].entries())
					payments.push({
						charge: null,
						purchase: await makePurchase(share, (await makeBuyer()).id, {
							state: "started",
							paidAt: null,
							buyerEmail: null,
							priceCents: 1000 + n,
							processingFeeCents: n === 1 ? 0 : 59,
						}),
					});
				for (const { event, at } of [{ event: "sell", at: 0 } as const, ...course]) {
					await EVENTS[event](payments[at] as Payment);
					expect([event, await allDifferences()]).toEqual([event, []]);
				}
				for (const { purchase } of payments) {
					const [row] = await ctx.db.select().from(purchases).where(eq(purchases.id, purchase.id));
					seen.add(row?.state ?? "");
				}
			}),
			{
				numRuns: 15,
				// One course reaches every state, whatever the random ones do.
				examples: [
					[
						[
							{ event: "refund", at: 0 },
							{ event: "sell", at: 1 },
							{ event: "dispute", at: 1 },
							{ event: "sell", at: 2 },
						],
					],
				],
			},
		);
		expect([...seen]).toEqual(expect.arrayContaining(["paid", "refunded", "disputed"]));
	});

	it("counts purchases that are stored as paid", async () => {
		const { user } = await makeCreator();
		const share = await makeShare(user.id);
		const day = Date.parse("2026-11-20T10:00Z");
		await makePurchase(share, (await makeBuyer()).id, { paidAt: day, processingFeeCents: 59 });
		const rows = await ctx.db.select().from(totals).where(eq(totals.creatorId, user.id));
		const sold = { sales: 1, earnedCents: 1000 };
		expect(rows.map(({ shareId, day: on, ...row }) => ({ at: shareId || on, ...row }))).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ at: "", ...sold, netCents: -59 }),
				expect.objectContaining({ at: share.id, ...sold, netCents: -59 }),
				expect.objectContaining({ at: "2026-11-20", ...sold, netCents: 0 }),
			]),
		);
		expect(rows).toHaveLength(3);
		const [shown] = await ctx.db
			.select({ sales: totalOfShare("sales") })
			.from(shares)
			.where(eq(shares.id, share.id));
		expect(shown).toEqual({ sales: 1 });
	});
});

describe("opening the dashboard and the balance", () => {
	/** Rows that D1 reads for each of the calls. */
	async function rowsRead(creator: Creator): Promise<Record<string, number>> {
		const read: Record<string, number> = {};
		for (const path of [
			"/api/dashboard",
			"/api/my-file-shares",
			"/api/balance",
			"/api/payment-status",
		]) {
			const used = await usageOf(async () => {
				const response = await request(path, { cookies: creator.cookies });
				await response.arrayBuffer();
				expect([path, response.status]).toEqual([path, 200]);
			});
			read[path] = used.rowsRead;
		}
		return read;
	}

	/** Sales of one share within the last month, with their ledger entries and views. */
	async function addSales(share: Share, count: number): Promise<void> {
		const { id: buyerId } = await makeBuyer();
		const first = await makePurchase(share, buyerId);
		const tag = first.id.slice(0, 8);
		const numbers = sql`json_each(${JSON.stringify(Array.from({ length: count }, (_, n) => n))})`;
		const paidAt = sql`${ctx.now()} - value % 29 * ${DAY_MS}`;
		await ctx.db.run(sql`insert into purchases (id, share_id, share_title, creator_id, buyer_id, route, state,
				price_cents, currency, fee_bps, platform_fee_cents, reference, created_at, paid_at, fee_posted)
			select ${tag} || value, ${share.id}, 'x', ${share.creatorId}, ${buyerId}, 'card', 'paid',
				1000, 'usd', 500, 50, ${tag} || value, ${paidAt}, ${paidAt}, 1 from ${numbers}`);
		await ctx.db.run(sql`insert into ledger (id, cause_key, creator_id, purchase_id, kind, amount_cents, account, at)
			select ${tag} || value, ${tag} || value, ${share.creatorId}, ${tag} || value, 'gross', 1000,
				'connected', ${paidAt} from ${numbers}`);
		await ctx.db.run(sql`insert into share_days (share_id, day, source, country, views)
			select ${share.id}, date((${paidAt}) / 1000, 'unixepoch'), ${tag} || value, '', 1 from ${numbers}`);
	}

	it("reads no more rows with 2,000 purchases than with 100, and shows all of them", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id);
		await addSales(share, 100);
		const before = await rowsRead(creator);
		await addSales(share, 2000);
		const after = await rowsRead(creator);
		for (const [path, rows] of Object.entries(after))
			expect([path, rows <= (before[path] ?? 0) + 10]).toEqual([path, true]);
		expect(Math.max(...Object.values(after))).toBeLessThan(200);
		const get = async <T>(path: string): Promise<T> =>
			(await request(path, { cookies: creator.cookies })).json();
		const metrics = await get<DashboardMetrics>("/api/dashboard");
		expect(metrics).toMatchObject({ filesSold: 2102, totalEarnings: "21020.00", totalViews: 2100 });
		expect(metrics.days.reduce((sum, day) => sum + day.sales, 0)).toBe(2102);
		expect(metrics.days.reduce((sum, day) => sum + day.views, 0)).toBe(2100);
		expect(await get<Balance>("/api/balance")).toMatchObject({ connected: "21000.00" });
	});
});
