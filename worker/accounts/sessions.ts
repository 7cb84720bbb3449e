import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, MINUTE_MS, RETENTION } from "../contract/retention.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { log, serializeError } from "../platform/log.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { sessions } from "./tables.ts";

export const SESSION_IDLE_MS = RETENTION.sessionIdleDays * DAY_MS;
export const SESSION_MAX_MS = RETENTION.sessionDays * DAY_MS;
/** `lastSeenAt` may be this stale. */
const TOUCH_MS = 60 * 60 * 1000;

export type NewSession = {
	userId: string;
	userAgent: string | null;
	hasProvenFactor?: boolean;
};

/** Only the token's hash is stored. */
export async function newSession(
	ctx: Ctx,
	{ userId, userAgent, hasProvenFactor = false }: NewSession,
) {
	const token = ctx.id(32);
	const now = ctx.now();
	const open = ctx.db.insert(sessions).values({
		tokenHash: await sha256(token),
		id: ctx.id(),
		userId,
		userAgent: userAgent?.slice(0, 300) ?? null,
		createdAt: now,
		lastSeenAt: now,
		expiresAt: now + SESSION_MAX_MS,
		secondFactorAt: hasProvenFactor ? now : null,
	});
	return { token, open };
}

export function endCurrentSession(ctx: Ctx) {
	return ctx.db.delete(sessions).where(eq(sessions.tokenHash, ctx.credentials.sessionHash ?? ""));
}

export function provingFactor(ctx: Ctx) {
	return ctx.db
		.update(sessions)
		.set({ secondFactorAt: ctx.now() })
		.where(eq(sessions.tokenHash, ctx.credentials.sessionHash ?? ""));
}

export const FACTOR_FRESH_MS = 5 * MINUTE_MS;

export function isAlive(now: number) {
	return and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, now - SESSION_IDLE_MS));
}

/** Times in ms. */
type CurrentSession = {
	user: typeof users.$inferSelect;
	createdAt: number;
	secondFactorAt: number | null;
};

/** `from` may be a replica if the request changes nothing and serves no paid bytes. */
export async function currentSession(
	ctx: Ctx,
	from: Ctx["db"] = ctx.db,
): Promise<CurrentSession | null> {
	const { sessionHash } = ctx.credentials;
	if (!sessionHash) return null;
	const now = ctx.now();
	const [row] = await from
		.select({
			user: users,
			startedAt: sessions.createdAt,
			lastSeenAt: sessions.lastSeenAt,
			secondFactorAt: sessions.secondFactorAt,
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.tokenHash, sessionHash), isAlive(now)));
	if (!row) return null;
	if (row.lastSeenAt < now - TOUCH_MS) ctx.inBackground(() => touch(ctx, sessionHash));
	return { user: row.user, createdAt: row.startedAt, secondFactorAt: row.secondFactorAt };
}

export async function sessionUser(
	ctx: Ctx,
	from: Ctx["db"] = ctx.db,
): Promise<typeof users.$inferSelect | null> {
	return (await currentSession(ctx, from))?.user ?? null;
}

/** For queries that needn't wait for the session. */
export function sessionOwner(ctx: Ctx): SQL<string | null> {
	const own = and(eq(sessions.tokenHash, ctx.credentials.sessionHash ?? ""), isAlive(ctx.now()));
	return sql`(select ${sessions.userId} from ${sessions} where ${own})`;
}

async function touch(ctx: Ctx, sessionHash: string): Promise<void> {
	try {
		await ctx.db
			.update(sessions)
			.set({ lastSeenAt: ctx.now() })
			.where(eq(sessions.tokenHash, sessionHash));
	} catch (error) {
		// The next request writes it.
		log("warn", "session.not_touched", serializeError(error));
	}
}
