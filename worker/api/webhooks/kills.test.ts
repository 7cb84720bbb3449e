import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { editShare } from "../../catalogue/shares/edit-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { WebhookPayload } from "../../contract/api/webhooks.ts";
import type { Ctx } from "../../core/context.ts";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { deleteShare } from "../../customers/deletion/delete-share.ts";
import { decideSale } from "../../payments/direct/decide-claim.ts";
import { settlePurchase } from "../../payments/settlement/settle-purchase.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot, PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { type Kill, KilledRun } from "../../test/fixtures/killed-run.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { PUBLIC_ADDRESS, storeEndpoint } from "../../test/fixtures/webhooks.ts";
import { deliverWebhooks, flushWebhooks } from "./deliver.ts";

/** At least so many kills; `npm run bench webhooks` makes more than the tests do. */
const KILLS = Number(env.WEBHOOK_KILLS);
/** With few kills, each pass leaves out calls, which the next one has. */
const STRIDE = KILLS < 400 ? 4 : 1;
const MINUTE = 60_000;
const HOST = "hooks.example.com";

/** What a receiver does; it is killed before it has the message, or before or within its answer. */
const RECEIVERS = [
	"answers",
	"refuses",
	"dies before its answer",
	"dies within its answer",
] as const;

type Arranged = Awaited<ReturnType<typeof arrange>>;
type Effect = {
	/** of the purchase before the effect */
	purchase: Partial<typeof purchases.$inferInsert>;
	run: (ctx: Ctx, arranged: Arranged) => Promise<unknown>;
	/** whoever began it begins it again, as the payment provider does */
	isRetried: boolean;
	/** the events that have to arrive, each once, by what the database has afterwards */
	events: (after: {
		purchase: { state: string; refundedCents: number };
		share: { status: string; title: string };
	}) => string[];
};

const snapshotOf = ({ purchase }: Arranged, charge: Partial<ChargeSnapshot>): PaymentSnapshot => ({
	intentId: purchase.paymentIntentId ?? "",
	clientSecret: "secret",
	status: "succeeded",
	amountCents: purchase.priceCents,
	currency: "usd",
	live: false,
	email: null,
	purchaseId: purchase.id,
	shareId: purchase.shareId,
	buyerId: purchase.buyerId,
	charge: {
		id: `ch_${purchase.id}`,
		processingFeeCents: 59,
		cardCountry: null,
		transferId: null,
		refunds: [],
		feeRefunds: [],
		disputes: [],
		...charge,
	},
});

async function settle(ctx: Ctx, arranged: Arranged, charge: Partial<ChargeSnapshot> = {}) {
	const sale = await findSaleById(ctx, arranged.purchase.id);
	if (sale) await settlePurchase(ctx, sale, snapshotOf(arranged, charge));
}

const STARTED = { state: "started", paidAt: null } as const;
const own = (ctx: Ctx, { creator }: Arranged) => ({ ...ctx, user: creator.user });

const EFFECTS: Record<string, Effect> = {
	sale: {
		purchase: STARTED,
		isRetried: true,
		run: settle,
		events: ({ purchase }) => (purchase.state === "paid" ? ["sale.created"] : []),
	},
	refund: {
		purchase: {},
		isRetried: true,
		run: (ctx, arranged) =>
			settle(ctx, arranged, {
				refunds: [
					{ id: `re_${arranged.purchase.id}`, amountCents: 1000, failed: false, reversedCents: 0 },
				],
			}),
		events: ({ purchase }) => (purchase.refundedCents > 0 ? ["sale.refunded"] : []),
	},
	dispute: {
		purchase: {},
		isRetried: true,
		run: (ctx, arranged) =>
			settle(ctx, arranged, {
				disputes: [
					{
						id: `du_${arranged.purchase.id}`,
						amountCents: 1000,
						lost: false,
						won: false,
						inquiry: false,
						reason: "fraudulent",
						respondBy: null,
						transactions: [
							{ id: `txn_${arranged.purchase.id}`, amountCents: -1000, feeCents: 1500 },
						],
					},
				],
			}),
		events: ({ purchase }) => (purchase.state === "disputed" ? ["dispute.opened"] : []),
	},
	approval: {
		purchase: {
			...STARTED,
			state: "claimed",
			route: "direct",
			claimedAt: 1,
			confirmationCode: null,
		},
		isRetried: false,
		async run(ctx, { purchase }) {
			const sale = await findSaleById(ctx, purchase.id);
			if (sale) await decideSale(ctx, sale, { decision: "approve", raise: false });
		},
		events: ({ purchase }) => (purchase.state === "paid" ? ["claim.approved", "sale.created"] : []),
	},
	refusal: {
		purchase: {
			...STARTED,
			state: "claimed",
			route: "direct",
			claimedAt: 1,
			confirmationCode: null,
		},
		isRetried: true,
		async run(ctx, { purchase }) {
			const sale = await findSaleById(ctx, purchase.id);
			if (sale) await decideSale(ctx, sale, { decision: "decline", reason: "not_found" });
		},
		events: ({ purchase }) => (purchase.state === "declined" ? ["claim.declined"] : []),
	},
	edit: {
		purchase: {},
		isRetried: false,
		run: (ctx, arranged) =>
			editShare(own(ctx, arranged), { slug: arranged.share.slug, title: "Dawn" }),
		events: ({ share }) => (share.title === "Dawn" ? ["share.updated"] : []),
	},
	deletion: {
		purchase: STARTED,
		isRetried: false,
		run: (ctx, arranged) =>
			deleteShare(own(ctx, arranged), { slug: arranged.share.slug, buyers: "keep" }),
		events: ({ share }) => (share.status === "deleted" ? ["share.deleted"] : []),
	},
};

async function arrange(fields: Partial<typeof purchases.$inferInsert>) {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const buyer = await makeBuyer();
	const paymentIntentId = fields.route === "direct" ? null : `pi_${buyer.id}`;
	const purchase = await makePurchase(share, buyer.id, {
		processingFeeCents: 59,
		paymentIntentId,
		...fields,
	});
	// What the provider has reported before has its entries in the ledger, and no endpoint.
	if (purchase.state === "paid")
		await settle(testCtx(), { creator, share, purchase, endpoint: "" });
	const { id } = await storeEndpoint(creator.user.id, {
		url: `https://${HOST}/${creator.user.id}`,
	});
	return { creator, share, purchase, endpoint: id };
}

type Delivery = { id: string; type: string; endpoint: string };

/** The internet of a killed Worker: it, and the receiver, may be gone at every step. */
function standIn() {
	const deliveries: Delivery[] = [];
	const now: { life: KilledRun; receiver: (typeof RECEIVERS)[number] } = {
		life: new KilledRun(null),
		receiver: "answers",
	};
	vi.spyOn(globalThis, "fetch").mockImplementation((input, init) =>
		now.life.call(async () => {
			const url = new URL(input instanceof Request ? input.url : String(input));
			if (url.hostname !== HOST) {
				const type = Number(url.searchParams.get("type"));
				return Response.json({
					Status: 0,
					Answer: type === 1 ? [{ type, data: PUBLIC_ADDRESS }] : [],
				});
			}
			if (now.receiver === "refuses") throw new Error("Connection refused");
			const { type } = JSON.parse(String(init?.body)) as WebhookPayload;
			const id = new Headers(init?.headers).get("webhook-id") ?? "";
			deliveries.push({ id, type, endpoint: url.pathname.slice(1) });
			if (now.receiver === "dies before its answer") throw new Error("Network connection lost.");
			if (now.receiver === "answers") return new Response(null, { status: 204 });
			const body = new ReadableStream({
				pull: (controller) => controller.error(new Error("Network connection lost.")),
			});
			return new Response(body);
		}),
	);
	return { deliveries, now };
}

afterEach(() => {
	vi.restoreAllMocks();
});

const totals = {
	kills: 0,
	receiverKills: 0,
	deliveries: 0,
	lost: 0,
	without: 0,
	repeated: 0,
	otherId: 0,
};

/** Kills the effect at one step, the cron after it at another; returns whether the first step exists. */
async function killAt(effect: Effect, kill: Kill, nth: number, world: ReturnType<typeof standIn>) {
	const arranged = await arrange(effect.purchase);
	const first = world.deliveries.length;
	const live = async (cut: Kill | null, work: (ctx: Ctx) => Promise<unknown>, later = 0) => {
		const life = new KilledRun(cut);
		world.now.life = life;
		const ctx = life.ctx({ now: () => Date.now() + later });
		await work(ctx).catch(() => undefined);
		flushWebhooks(ctx);
		await life.ended();
		if (life.isDead) totals.kills++;
		return life.isDead;
	};
	const receiver = RECEIVERS[nth % RECEIVERS.length] ?? "answers";
	world.now.receiver = receiver;
	const isReached = await live(kill, (ctx) => effect.run(ctx, arranged));
	if (effect.isRetried) await live(null, (ctx) => effect.run(ctx, arranged));
	world.now.receiver = RECEIVERS[(nth >> 2) % RECEIVERS.length] ?? "answers";
	const cut: Kill = { at: 1 + (nth % 7), when: nth % 2 === 0 ? "before" : "after" };
	await live(cut, deliverWebhooks, 2 * MINUTE);
	totals.receiverKills += [receiver, world.now.receiver].filter((one) => one !== "answers").length;
	world.now.receiver = "answers";
	for (const minutes of [10, 60, 300]) await live(null, deliverWebhooks, minutes * MINUTE);
	await check(effect, arranged, world.deliveries.slice(first));
	return isReached;
}

async function check(
	effect: Effect,
	{ creator, purchase, share, endpoint }: Arranged,
	all: Delivery[],
) {
	const { db } = testCtx();
	const [[after], [shareAfter], waiting] = await db.batch([
		db.select().from(purchases).where(eq(purchases.id, purchase.id)),
		db.select().from(shares).where(eq(shares.id, share.id)),
		db
			.select()
			.from(webhookMessages)
			.where(and(eq(webhookMessages.endpointId, endpoint), isNull(webhookMessages.deliveredAt))),
	]);
	if (!after || !shareAfter) throw new Error("The purchase is gone");
	const due = effect.events({ purchase: after, share: shareAfter });
	const got = all.filter((delivery) => delivery.endpoint === creator.user.id);
	const arrived = Map.groupBy(got, ({ type }) => type);
	totals.lost += due.filter((type) => !arrived.has(type)).length + waiting.length;
	totals.without += [...arrived.keys()].filter((type) => !due.includes(type)).length;
	for (const deliveries of arrived.values()) {
		totals.repeated += deliveries.length - 1;
		totals.otherId += new Set(deliveries.map(({ id }) => id)).size - 1;
	}
}

describe("no event is lost, sent without its effect or under a second id, wherever Worker and receiver are killed", () => {
	const effects = Object.entries(EFFECTS);
	const byEffect = new Map<string, number>();
	let nth = 0;

	it.each(effects)("%s", async (name, effect) => {
		const world = standIn();
		const until = totals.kills + KILLS / effects.length;
		for (let pass = 0; totals.kills < until; pass++)
			for (const when of ["before", "after"] as const)
				for (
					let at = 1 + (pass % STRIDE);
					await killAt(effect, { at, when }, nth++, world);
					at += STRIDE
				)
					byEffect.set(name, Math.max(at, byEffect.get(name) ?? 0));
		totals.deliveries += world.deliveries.length;
		expect(totals).toMatchObject({ lost: 0, without: 0, otherId: 0 });
	});

	it("and some are repeated", () => {
		const steps = [...byEffect].map(([name, at]) => `${name} ${at}`).join(", ");
		console.log(
			`Webhooks: ${totals.kills} kills of the Worker (calls of each effect: ${steps}), ${totals.receiverKills} of the receiver, ${totals.deliveries} deliveries: ${totals.lost} events lost, ${totals.without} without their effect, ${totals.repeated} repeated, ${totals.otherId} of them under another id`,
		);
		expect(totals.repeated).toBeGreaterThan(0);
	});
});
