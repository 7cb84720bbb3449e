import { and, inArray, max, type SQL, sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import { failure } from "../errors.ts";
import { insertWhen } from "../storage/insert-when.ts";
import { attempts } from "../tables.ts";
import type { AttemptPolicy } from "./attempt-policy.ts";
import { mac } from "./crypto.ts";

/** `of` identifies whose attempts are counted. */
export type AttemptLimit = { readonly name: string; readonly of: string } & AttemptPolicy;

/** A request without the platform's address header is local. */
export function isLoopback(address: string): boolean {
	return address === "local" || address === "::1" || address.startsWith("127.");
}

function rateLimited(waitMs: number) {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	return failure("rate.limited", {
		message: `Too many attempts. Please wait ${seconds === 1 ? "a second" : `${seconds} seconds`} and try again.`,
		headers: { "Retry-After": String(seconds) },
	});
}

export type KeyedLimit = AttemptPolicy & { readonly key: string };

export function keyedLimits(
	ctx: PlatformCtx,
	limits: readonly AttemptLimit[],
): Promise<KeyedLimit[]> {
	return Promise.all(
		limits.map(async ({ name, of, ...policy }) => ({
			...policy,
			key: await mac(ctx.config.APP_SECRET, `attempts|${name}|${of}`),
		})),
	);
}

const hasKey = (limits: readonly KeyedLimit[]) =>
	inArray(
		attempts.key,
		limits.map(({ key }) => key),
	);

/** Uses two variables, since D1 limits them per statement. */
export function isWaiting(ctx: PlatformCtx, limits: readonly KeyedLimit[]): SQL {
	const keys = JSON.stringify(limits.map(({ key }) => key));
	return sql`exists (select 1 from ${attempts}
		where ${attempts.key} in (select value from json_each(${keys}))
			and ${attempts.blockedUntil} > ${ctx.now()})`;
}

/**
 * Counts one attempt against every limit, or against none if one has to wait or the condition doesn't hold;
 * `requireCounted` gets its rows. A single statement, so that concurrent attempts get no more than successive ones.
 */
export function countingAttempt(
	ctx: PlatformCtx,
	limits: readonly KeyedLimit[],
	condition: SQL = sql`true`,
) {
	const now = ctx.now();
	const table = sql`json_each(${JSON.stringify(limits)})`;
	const of = (field: keyof AttemptPolicy) =>
		sql`(select value ->> ${field} from ${table} where value ->> 'key' = excluded.key)`;
	const next = sql`case when ${attempts.lastAt} < ${now} - ${of("resetAfterMs")} then 1
		else ${attempts.count} + 1 end`;
	const wait = sql`case when (${next}) <= ${of("free")} then 0 else min(${of("maxWaitMs")},
		${of("firstWaitMs")} * (1 << min(20, (${next}) - ${of("free")} - 1))) end`;
	const isBlocked =
		limits.length === 0
			? sql`false`
			: sql`exists (select 1 from ${attempts}
				where ${hasKey(limits)} and ${attempts.blockedUntil} > ${now})`;
	return insertWhen(
		ctx.db,
		attempts,
		{
			key: sql`value ->> 'key'`,
			count: 1,
			lastAt: now,
			blockedUntil: sql`${now} + iif(value ->> 'free' > 0, 0, value ->> 'firstWaitMs')`,
		},
		sql`not ${isBlocked} and ${condition}`,
		table,
	)
		.onConflictDoUpdate({
			target: attempts.key,
			set: { count: next, lastAt: now, blockedUntil: sql`${now} + ${wait}` },
		})
		.returning({ key: attempts.key });
}

/** Throws `rate.limited` unless the attempt was counted. */
export async function requireCounted(
	ctx: PlatformCtx,
	limits: readonly KeyedLimit[],
	counted: readonly unknown[],
): Promise<void> {
	if (counted.length > 0) return;
	throw rateLimited(await waitOf(ctx, limits));
}

/** ms; 0 or less if none has to wait */
async function waitOf(ctx: PlatformCtx, limits: readonly KeyedLimit[]): Promise<number> {
	const [blocked] = await ctx.db
		.select({ until: max(attempts.blockedUntil) })
		.from(attempts)
		.where(hasKey(limits));
	return (blocked?.until ?? 0) - ctx.now();
}

export async function waitFailure(ctx: PlatformCtx, limits: readonly KeyedLimit[]) {
	const wait = await waitOf(ctx, limits);
	return wait > 0 ? rateLimited(wait) : null;
}

export const resettingAttempts = (ctx: PlatformCtx, limits: readonly KeyedLimit[]) =>
	ctx.db.delete(attempts).where(hasKey(limits));

/** Removes the attempt just counted, because it succeeded; earlier ones stay. */
export const refundingAttempt = (ctx: PlatformCtx, limits: readonly KeyedLimit[]) =>
	ctx.db
		.update(attempts)
		.set({ count: sql`max(0, ${attempts.count} - 1)`, blockedUntil: ctx.now() })
		.where(hasKey(limits));

/** Removes an earlier attempt. A wait stays: other attempts have earned it since. */
export const uncountingAttempt = (
	ctx: PlatformCtx,
	limits: readonly KeyedLimit[],
	condition: SQL,
) =>
	ctx.db
		.update(attempts)
		.set({ count: sql`max(0, ${attempts.count} - 1)` })
		.where(and(hasKey(limits), condition));

/** Must precede the expensive work it allows. Throws `rate.limited` with `Retry-After`. */
export async function consumeAttempt(
	ctx: PlatformCtx,
	limits: readonly AttemptLimit[],
): Promise<void> {
	const keyed = await keyedLimits(ctx, limits);
	await requireCounted(ctx, keyed, await countingAttempt(ctx, keyed));
}

export async function resetAttempts(
	ctx: PlatformCtx,
	limits: readonly AttemptLimit[],
): Promise<void> {
	await resettingAttempts(ctx, await keyedLimits(ctx, limits));
}

export async function refundAttempt(
	ctx: PlatformCtx,
	limits: readonly AttemptLimit[],
): Promise<void> {
	await refundingAttempt(ctx, await keyedLimits(ctx, limits));
}
