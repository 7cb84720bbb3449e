import { desc, getTableColumns, gt } from "drizzle-orm";
import pLimit from "p-limit";
import { DAY_MS, HOUR_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { log } from "../../platform/log.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { type Difference, reconciliations } from "../tables.ts";
import { compareWithLedger } from "./compare.ts";
import { ledgerKey, rowsBetween } from "./ledger-rows.ts";
import { booksMail } from "./mails.ts";
import { listMovements, type Movement, movementsOf, type Period } from "./movements.ts";

/** More recent events are still being written into the ledger. */
const SETTLED_MS = HOUR_MS;
/** Compared twice: a movement may be listed later than its timestamp. */
const OVERLAP_MS = DAY_MS;
/** Pages of 100 movements, and objects looked up one by one. */
const BOUNDS = { pages: 200, lookups: 200 };
const CONCURRENCY = 5;
const NAMED = 20;
/** Keeps a statement's parameters well below D1's 2 MB. */
const PER_STATEMENT = 2000;

/** Times in ms. */
type Cursor = {
	/** the end of the last begun period */
	until: number;
	/** every movement before this has been compared */
	done: number;
	rest: Period | null;
	/** objects to look up: those that differed, and those left by earlier runs */
	waiting: string[];
};

type Differences = Map<string, Difference>;

/** Objects of ledger rows in the period without a listed movement. */
async function unseenIn(ctx: Ctx, { from, until }: Period, listed: readonly Movement[]) {
	const listedKeys = new Set(listed.map(({ key }) => key));
	const unseen = new Set<string>();
	for await (const rows of rowsBetween(ctx, from, until))
		for (const row of rows) {
			const key = ledgerKey(row);
			if (key !== null && !listedKeys.has(key)) unseen.add(row.providerId);
		}
	return unseen;
}

async function compareListed(ctx: Ctx, movements: readonly Movement[], found: Differences) {
	let checked = 0;
	for (let from = 0; from < movements.length; from += PER_STATEMENT) {
		const part = await compareWithLedger(ctx, movements.slice(from, from + PER_STATEMENT));
		checked += part.checked;
		for (const [key, difference] of part.differences) found.set(key, difference);
	}
	return checked;
}

async function compareObjects(ctx: Ctx, ids: readonly string[], found: Differences) {
	const limit = pLimit(CONCURRENCY);
	const movements = await Promise.all(ids.map((id) => limit(() => movementsOf(ctx, id))));
	const looked = await compareWithLedger(ctx, movements.flat(), ids);
	for (const [key, difference] of looked.differences) found.set(key, difference);
	return looked.checked;
}

async function report(ctx: Ctx, until: number, checked: number, found: readonly Difference[]) {
	const sizeOf = (one: Difference) => Math.abs(one.providerCents - one.ledgerCents);
	const differenceCents = found.reduce((sum, one) => sum + sizeOf(one), 0);
	const differences = found.slice(0, NAMED);
	await ctx.db
		.insert(reconciliations)
		.values({ id: ctx.id(), at: ctx.now(), until, checked, differenceCents, differences });
	if (found.length === 0) return;
	for (const difference of differences) log("error", "books.differ", difference);
	await queueMail(ctx, booksMail(ctx, { differences, count: found.length }));
}

/**
 * Compares both ways: movements with the ledger, and its rows with the provider, since the last run, plus earlier
 * differences. A bounded run continues where the last one ended; if the provider is unavailable, nothing is recorded.
 * `stored` and the result are the cursor.
 */
export async function reconcileBooks(
	ctx: Ctx,
	stored: string | null,
	bounds = BOUNDS,
): Promise<string> {
	const last: Cursor = stored ? JSON.parse(stored) : { until: 0, done: 0, rest: null, waiting: [] };
	const end = ctx.now() - SETTLED_MS;
	const period = last.rest ?? {
		from: Math.max(0, last.until - OVERLAP_MS),
		until: end,
		after: null,
	};
	const { movements, rest } = await listMovements(ctx, period, bounds.pages);
	const found: Differences = new Map();
	const compared = await compareListed(ctx, movements, found);
	const listed = { ...period, from: rest?.until ?? period.from };
	const unseen = await unseenIn(ctx, listed, movements);
	const queue = [...new Set([...last.waiting, ...unseen])];
	const looked = await compareObjects(ctx, queue.slice(0, bounds.lookups), found);
	const until = last.rest ? last.until : end;
	const done = rest ? last.done : until;
	const differences = [...found.values()];
	await report(ctx, done, compared + looked, differences);
	const again = differences.map(({ providerId }) => providerId);
	const waiting = [...new Set([...queue.slice(bounds.lookups), ...again])];
	return JSON.stringify({ until, done, rest, waiting } satisfies Cursor);
}

/** Times in ms, money in cents. */
export type Reconciliation = Omit<typeof reconciliations.$inferSelect, "id">;

export async function latestReconciliation(ctx: Ctx): Promise<Reconciliation | null> {
	const { id: _, ...columns } = getTableColumns(reconciliations);
	const [latest] = await ctx.db
		.select(columns)
		.from(reconciliations)
		.where(gt(reconciliations.at, 0))
		.orderBy(desc(reconciliations.at))
		.limit(1);
	return latest ?? null;
}
