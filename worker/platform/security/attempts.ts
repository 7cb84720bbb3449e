import { and, gt, inArray, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { PlatformCtx } from "../context.ts";
import { failure } from "../errors.ts";
import { attempts } from "../tables.ts";
import type { AttemptPolicy } from "./attempt-policy.ts";
import { mac } from "./crypto.ts";

/** What is limited: `name` is the kind of attempt, `of` identifies whose attempts are counted. */
export type AttemptLimit = { readonly name: string; readonly of: string } & AttemptPolicy;

/** Returns the part of an address that one customer controls: IPv6 networks are assigned as /64. */
export function networkOf(address: string): string {
	if (!address.includes(":")) return address;
	const [head = "", tail] = address.split("::");
	const groups = head.split(":").filter(Boolean);
	const rest = tail?.split(":").filter(Boolean) ?? [];
	if (tail !== undefined)
		while (groups.length + rest.length < 8 && groups.length < 4) groups.push("0");
	return [...groups, ...rest].slice(0, 4).join(":");
}

/**
 * Returns true for requests from the machine itself; a request without the platform's address header is
 * one.
 */
export function isLoopback(address: string): boolean {
	return address === "local" || address === "::1" || address.startsWith("127.");
}

function keyOf(ctx: PlatformCtx, { name, of }: AttemptLimit): Promise<string> {
	return mac(ctx.config.APP_SECRET, `attempts|${name}|${of}`);
}

function rateLimited(waitMs: number) {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	return failure("rate.limited", {
		message: `Too many attempts. Please wait ${seconds === 1 ? "a second" : `${seconds} seconds`} and try again.`,
		headers: { "Retry-After": String(seconds) },
	});
}

/**
 * Counts one attempt against every limit, before the expensive work it allows. One statement counts per
 * limit, so concurrent attempts get no more than successive ones.
 * Throws `rate.limited` with `Retry-After` while one of them has to wait.
 */
export async function consumeAttempt(
	ctx: PlatformCtx,
	limits: readonly AttemptLimit[],
): Promise<void> {
	const now = ctx.now();
	const keys = await Promise.all(limits.map((limit) => keyOf(ctx, limit)));
	const blocked = () =>
		ctx.db
			.select({ until: attempts.blockedUntil })
			.from(attempts)
			.where(and(inArray(attempts.key, keys), gt(attempts.blockedUntil, now)));
	const longest = (rows: { until: number }[]) => Math.max(...rows.map((row) => row.until)) - now;
	const before = await blocked();
	if (before.length > 0) throw rateLimited(longest(before));
	const counts = limits.map(({ free, firstWaitMs, maxWaitMs, resetAfterMs }, at) => {
		const next = sql`case when ${attempts.lastAt} < ${now - resetAfterMs} then 1 else ${attempts.count} + 1 end`;
		const wait = (count: ReturnType<typeof sql>) =>
			sql`case when (${count}) <= ${free} then 0 else min(${maxWaitMs}, ${firstWaitMs} * (1 << min(20, (${count}) - ${free + 1}))) end`;
		return ctx.db
			.insert(attempts)
			.values({
				key: keys[at] ?? "",
				count: 1,
				lastAt: now,
				blockedUntil: free > 0 ? now : now + firstWaitMs,
			})
			.onConflictDoUpdate({
				target: attempts.key,
				set: { count: next, lastAt: now, blockedUntil: sql`${now} + ${wait(next)}` },
				setWhere: sql`${attempts.blockedUntil} <= ${now}`,
			})
			.returning({ count: attempts.count });
	});
	const [first, ...others] = counts;
	if (!first) return;
	const counted = await ctx.db.batch([first, ...others]);
	// A concurrent call took the last free attempt between reading and counting.
	if (counted.some((rows) => rows.length === 0)) throw rateLimited(longest(await blocked()));
}

/** Resets these limits after a successful attempt. */
export async function resetAttempts(
	ctx: PlatformCtx,
	limits: readonly AttemptLimit[],
): Promise<void> {
	const keys = await Promise.all(limits.map((limit) => keyOf(ctx, limit)));
	await ctx.db.delete(attempts).where(inArray(attempts.key, keys));
}

/** Removes the one attempt just counted, because it was no failure; earlier ones stay. */
export async function refundAttempt(
	ctx: PlatformCtx,
	limits: readonly AttemptLimit[],
): Promise<void> {
	const keys = await Promise.all(limits.map((limit) => keyOf(ctx, limit)));
	await ctx.db
		.update(attempts)
		.set({ count: sql`max(0, ${attempts.count} - 1)`, blockedUntil: ctx.now() })
		.where(inArray(attempts.key, keys));
}

/** Deletes counters unused for longer than any limit remembers. */
export async function pruneRateLimits(ctx: PlatformCtx): Promise<void> {
	await ctx.db
		.delete(attempts)
		.where(sql`${attempts.lastAt} < ${ctx.now() - RETENTION.attemptDays * DAY_MS}`);
}
