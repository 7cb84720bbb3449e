import { inArray, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Ctx } from "../../core/context.ts";
import { readCursor, saveCursor } from "../../core/job-cursor.ts";
import { log, serializeError } from "../../platform/log.ts";
import { stripeOf, withStripeErrors } from "../../platform/stripe.ts";
import { providerEvents } from "../tables.ts";
import { PROVIDER_EVENTS } from "./event-kinds.ts";
import { handleEvent } from "./provider-events.ts";

/** Every event created before its time (ms) has been read. */
export const EVENT_CURSOR = "provider_events";
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
const OVERLAP_MS = 10 * MINUTE;
/** The webhook of more recent events may still arrive. */
const TIMEOUT_MS = 15 * 1000;
/** The provider retries webhooks for three days. */
const REACH_MS = 3 * DAY;
/** Per run, as the platform limits its calls; spans are consecutive. */
const LIMITS = { applied: 500, listed: 5_000, spans: 4 };
const MOST_LISTED = 9_999;

/**
 * Applies events whose webhook never arrived, oldest first, since the end of the last run. A run stops at `limits` or
 * at a failing event, and the next continues there: none is skipped.
 */
export async function readMissedEvents(ctx: Ctx, limits = LIMITS): Promise<void> {
	const now = ctx.now();
	const begin = Math.max(Number(await readCursor(ctx, EVENT_CURSOR)), now - REACH_MS);
	const end = now - TIMEOUT_MS;
	let left = limits.applied;
	const unfinished: number[] = [];
	async function apply(events: readonly Stripe.Event[]): Promise<boolean> {
		for (const event of await unseen(ctx, events)) {
			if (left === 0) {
				unfinished.push(event.created * 1000);
				return false;
			}
			left--;
			try {
				await handleEvent(ctx, event);
			} catch (error) {
				log("error", "event.failed", {
					id: event.id,
					type: event.type,
					...serializeError(error),
				});
				unfinished.push(event.created * 1000);
			}
		}
		return true;
	}

	const late = { since: begin - OVERLAP_MS, until: begin };
	let goesOn = await apply(await listEvents(ctx, late, limits.listed));
	let readUntil = begin;
	let width = end - begin;
	for (let span = 0; goesOn && readUntil < end && span < limits.spans; span++) {
		const period = { since: readUntil, until: Math.min(end, readUntil + width) };
		const { until, events } = await listWhole(ctx, period, limits.listed);
		goesOn = await apply(events);
		width = 2 * (until - readUntil);
		readUntil = until;
	}
	readUntil = Math.min(readUntil, ...unfinished);
	await saveCursor(ctx, EVENT_CURSOR, String(readUntil));
}

/** In ms; the span includes the seconds of both ends. */
type Span = { since: number; until: number };

/** Oldest first, the newest of the span; one more than `most` if there are more. */
async function listEvents(ctx: Ctx, { since, until }: Span, most: number): Promise<Stripe.Event[]> {
	const created = { gte: Math.floor(since / 1000), lte: Math.floor(until / 1000) };
	const events = await withStripeErrors(() =>
		stripeOf(ctx.config)
			.events.list({ created, types: [...PROVIDER_EVENTS], limit: 100 })
			.autoPagingToArray({ limit: most + 1 }),
	);
	return events.reverse();
}

/** Shortened if there are more events than `most`: the list omits the oldest. */
async function listWhole(
	ctx: Ctx,
	{ since, until }: Span,
	most: number,
): Promise<{ until: number; events: Stripe.Event[] }> {
	for (let end = until; ; ) {
		const events = await listEvents(ctx, { since, until: end }, most);
		if (events.length <= most) return { until: end, events };
		end = since + Math.floor((end - since) / 2);
		if (end - since < 1000) {
			const second = { since, until: since };
			return { until: since + 1000, events: await listEvents(ctx, second, MOST_LISTED - 1) };
		}
	}
}

async function unseen(ctx: Ctx, events: readonly Stripe.Event[]): Promise<Stripe.Event[]> {
	const ids = JSON.stringify(events.map((event) => event.id));
	const knownEvents = await ctx.db
		.select({ id: providerEvents.id })
		.from(providerEvents)
		.where(inArray(providerEvents.id, sql`(select value from json_each(${ids}))`));
	const known = new Set(knownEvents.map((row) => row.id));
	return events.filter((event) => !known.has(event.id));
}
