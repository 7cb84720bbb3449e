import { sql } from "drizzle-orm";
import type { TriggeredSample, WebhookData, WebhookEvent } from "../../contract/api/webhooks.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";

const AT = "2026-05-01T12:00:00.000Z";
const SALE = {
	id: "sample-sale",
	shareId: "sample-share",
	title: "Desert light",
	route: "card",
	state: "paid",
	buyerEmail: "buyer@example.com",
	price: "25.00",
	currency: "usd",
	discount: null,
	platformFee: "0.00",
	refunded: "0.00",
	createdAt: AT,
	paidAt: AT,
	reference: "SAMPLE",
	checkout: null,
} as const;
const SHARE = {
	id: "sample",
	shareId: "sample-share",
	title: "Desert light",
	currency: "usd",
	price: "25.00",
	pricing: "fixed",
	saleMode: "each",
	maxSales: null,
	selling: true,
	listed: true,
	status: "published",
	fileCount: 12,
	totalSize: 84_213_760,
	isBundle: false,
	createdAt: AT,
	publishedAt: AT,
} as const;
const CLAIM = {
	id: "sample-claim",
	shareId: "sample-share",
	title: "Desert light",
	buyerEmail: "buyer@example.com",
	currency: "usd",
	directBy: "Cash App",
	price: "25.00",
	confirmationCode: "SAMPLE",
	reference: "SAMPLE",
	reason: null,
	createdAt: AT,
} as const;
const REFUND = { id: "re_sample", amount: "25.00" };
const DISPUTE = { id: "du_sample", amount: "25.00", outcome: null };
const PAYOUT = {
	id: "sample-payout",
	saleId: "sample-sale",
	currency: "usd",
	amount: "23.98",
} as const;

/** In the form of real data; every id says that it is a sample. */
const SAMPLES: { readonly [Event in WebhookEvent]: WebhookData[Event] } = {
	"sale.created": { sale: SALE },
	"sale.refunded": { sale: { ...SALE, state: "refunded", refunded: "25.00" }, refund: REFUND },
	"sale.refund_failed": { sale: SALE, refund: REFUND },
	"dispute.opened": { sale: { ...SALE, state: "disputed" }, dispute: DISPUTE },
	"dispute.closed": { sale: { ...SALE, state: "lost" }, dispute: { ...DISPUTE, outcome: "lost" } },
	"claim.created": { claim: { ...CLAIM, state: "claimed" } },
	"claim.approved": { claim: { ...CLAIM, state: "paid" } },
	"claim.declined": { claim: { ...CLAIM, state: "declined", reason: "not_found" } },
	"upload.completed": { upload: { id: "sample-upload" }, share: SHARE },
	"share.published": { share: SHARE },
	"share.updated": { share: { ...SHARE, price: "20.00" } },
	"share.deleted": { share: { ...SHARE, status: "deleted", selling: false } },
	"share.taken_down": { share: { ...SHARE, status: "taken_down" } },
	"share.restored": { share: SHARE },
	"subscription.updated": {
		subscription: { plan: "pro", status: "active", currentPeriodEnd: AT, cancelAtPeriodEnd: false },
	},
	"payout.paid": { payout: { ...PAYOUT, status: "paid" } },
	"payout.failed": { payout: { ...PAYOUT, status: "failed" } },
	"payout.reversed": { payout: { ...PAYOUT, status: "reversed" } },
};

/** For the creator's running listeners: a program behind an endpoint would take it for a real one. */
export async function triggerSample(
	ctx: CreatorCtx,
	{ event }: { event: WebhookEvent },
): Promise<TriggeredSample> {
	const now = ctx.now();
	const written = await insertWhen(
		ctx.db,
		webhookMessages,
		{
			id: sql`'msg_' || lower(hex(randomblob(16)))`,
			endpointId: sql`listener.id`,
			eventKey: `sample:${ctx.id()}`,
			type: event,
			data: JSON.stringify(SAMPLES[event]),
			createdAt: now,
			attempts: 0,
			nextAttemptAt: null,
		},
		sql`listener.user_id = ${ctx.user.id} and listener.expires_at > ${now}
			and exists (select 1 from json_each(listener.events) wanted
				where wanted.value in ('*', ${event}))`,
		sql`webhook_endpoints listener`,
	).returning({ id: webhookMessages.id });
	return { listeners: written.length };
}
