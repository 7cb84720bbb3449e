import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Stripe } from "stripe";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import { isMissing, verifiedEvent } from "../../platform/stripe.ts";
import { findSaleOfPayment } from "../../purchases/find-purchase.ts";
import type { PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { countDecline } from "../checkout/begin-limits.ts";
import { fetchPayment } from "../provider.ts";
import { fraudWarningStatements } from "../refunds-and-disputes/notifications.ts";
import { providerEvents } from "../tables.ts";
import { settlePurchase } from "./settle-purchase.ts";

/**
 * Throws `not_found` while no secret is configured, since anyone could forge events, and `request.malformed` for a
 * signature that is wrong, stale or of the other mode.
 */
export async function receiveWebhook(
	ctx: Ctx,
	input: { body: string; signature: string },
): Promise<void> {
	if (!ctx.config.STRIPE_WEBHOOK_SECRET) throw failure("not_found");
	await handleEvent(ctx, await verifiedEvent(ctx.config, input.body, input.signature, ctx.now()));
}

/**
 * Applies an event once: its id is stored in the batch of its effect. Events only name the object to read from the
 * provider, so late or repeated ones do no harm.
 */
export async function handleEvent(ctx: Ctx, event: Stripe.Event): Promise<void> {
	const [seen] = await ctx.db
		.select({ id: providerEvents.id })
		.from(providerEvents)
		.where(eq(providerEvents.id, event.id));
	if (seen) return;
	const record = ctx.db
		.insert(providerEvents)
		.values({ id: event.id, type: event.type, at: event.created * 1000 })
		.onConflictDoNothing();
	for (const take of ctx.handlers.providerEvents) if (await take(ctx, event, record)) return;
	await repeatable(() => ctx.db.batch([record]));
}

export async function onPaymentEvent(
	ctx: Ctx,
	event: Stripe.Event,
	record: BatchItem<"sqlite">,
): Promise<boolean> {
	const payment = paymentOf(event);
	const sale = payment && (await findSaleOfPayment(ctx, payment));
	if (!sale) return false;
	const snapshot = await knownPayment(ctx, payment.intentId);
	if (!snapshot) return false;
	const settled = await settlePurchase(ctx, sale, snapshot, [
		...(event.type === "radar.early_fraud_warning.created"
			? fraudWarningStatements(ctx, sale, event.data.object.id)
			: []),
		record,
	]);
	const cancelled = isDeclinedCard(event) && (await countDecline(ctx, settled));
	if (cancelled) await settlePurchase(ctx, sale, cancelled);
	return true;
}

/** Testers of stolen cards never see a bank's page, so only cards are counted. */
function isDeclinedCard(event: Stripe.Event): boolean {
	if (event.type !== "payment_intent.payment_failed") return false;
	const method = event.data.object.last_payment_error?.payment_method?.type;
	return (method ?? "card") === "card";
}

/** Null if the provider doesn't have it, so that repeating the event couldn't help. */
async function knownPayment(ctx: Ctx, intentId: string): Promise<PaymentSnapshot | null> {
	try {
		return await fetchPayment(ctx, intentId);
	} catch (error) {
		if (!isMissing(error)) throw error;
		log("warn", "provider_event.unknown_payment", { intent: intentId });
		return null;
	}
}

/** Null for events about other objects. */
function paymentOf(event: Stripe.Event): { intentId: string; purchaseId: string | null } | null {
	const { object } = event.data;
	if (!("object" in object)) return null;
	if (object.object === "payment_intent")
		return { intentId: object.id, purchaseId: object.metadata.purchaseId ?? null };
	if (
		object.object === "charge" ||
		object.object === "refund" ||
		object.object === "dispute" ||
		object.object === "radar.early_fraud_warning"
	) {
		const intent = object.payment_intent;
		const intentId = typeof intent === "string" ? intent : intent?.id;
		return intentId ? { intentId, purchaseId: null } : null;
	}
	return null;
}
