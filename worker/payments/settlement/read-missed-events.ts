import { eq, inArray, lt, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Ctx } from "../../context.ts";
import { RETENTION } from "../../contract/retention.ts";
import { log, serializeError } from "../../platform/log.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import { stripeOf, withStripeErrors } from "../../platform/stripe.ts";
import { eventCursor, providerEvents } from "../tables.ts";
import { PROVIDER_EVENTS } from "./event-kinds.ts";
import { handleEvent } from "./provider-events.ts";

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** Events may become visible a little after the time they carry. */
const OVERLAP_MS = 10 * MINUTE;
/** Events whose webhook may still arrive are skipped; the provider's own attempt is faster. */
const TIMEOUT_MS = 15 * 1000;
/** The provider retries webhooks for three days; older events have been processed. */
const REACH_MS = 3 * DAY;
/** What one run applies and lists at most: the platform allows it so many calls. */
const LIMITS = { applied: 500, listed: 5_000 };

/**
 * Reads the provider's own list of events from where the last run ended, and applies those whose webhook
 * never arrived, the oldest first. After a long outage a run goes as far as `limits` allow, and the next goes
 * on from there. When an event fails, the next run begins with it again.
 */
export async function readMissedEvents(ctx: Ctx, limits = LIMITS): Promise<void> {
	const now = ctx.now();
	const [cursor] = await ctx.db.select().from(eventCursor).where(eq(eventCursor.id, 1));
	const since = Math.max((cursor?.readUntil ?? 0) - OVERLAP_MS, now - REACH_MS);
	let readUntil = now - TIMEOUT_MS;
	let events = await listEvents(ctx, { since, until: readUntil, most: limits.listed });
	// The list begins with the newest, so it leaves out the oldest. A shorter time still ends after the last run's.
	while (events.length > limits.listed && readUntil - since > 4 * OVERLAP_MS) {
		readUntil = since + Math.floor((readUntil - since) / 2);
		events = await listEvents(ctx, { since, until: readUntil, most: limits.listed });
	}
	const missed = await unseen(ctx, events);
	const next = missed[limits.applied];
	if (next) readUntil = Math.min(readUntil, next.created * 1000);
	for (const event of missed.slice(0, limits.applied)) {
		try {
			await handleEvent(ctx, event);
		} catch (error) {
			log("error", "event.failed", { id: event.id, type: event.type, ...serializeError(error) });
			readUntil = Math.min(readUntil, event.created * 1000);
		}
	}
	await ctx.db
		.insert(eventCursor)
		.values({ id: 1, readUntil })
		.onConflictDoUpdate({ target: eventCursor.id, set: { readUntil } });
}

type Span = { since: number; until: number; most: number };

/** Oldest first; one more than `most` where there are more. Both ends in ms. */
async function listEvents(ctx: Ctx, { since, until, most }: Span): Promise<Stripe.Event[]> {
	const created = { gte: Math.floor(since / 1000), lte: Math.floor(until / 1000) };
	const events = await withStripeErrors(() =>
		stripeOf(ctx.config)
			.events.list({ created, types: [...PROVIDER_EVENTS], limit: 100 })
			.autoPagingToArray({ limit: most + 1 }),
	);
	return events.reverse();
}

async function unseen(ctx: Ctx, events: readonly Stripe.Event[]): Promise<Stripe.Event[]> {
	const ids = JSON.stringify(events.map((event) => event.id));
	const seen = await ctx.db
		.select({ id: providerEvents.id })
		.from(providerEvents)
		.where(inArray(providerEvents.id, sql`(select value from json_each(${ids}))`));
	const known = new Set(seen.map((row) => row.id));
	return events.filter((event) => !known.has(event.id));
}

/** Deletes events that can no longer be delivered again. */
export async function pruneEvents(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.eventDays * DAY;
	await deleteInSteps(ctx, providerEvents, lt(providerEvents.at, before));
}
