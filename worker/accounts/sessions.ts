import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { DAY_MS, RETENTION } from "../contract/retention.ts";
import { log, serializeError } from "../platform/log.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { deleteInSteps } from "../platform/storage/in-steps.ts";
import { sessions, users } from "./tables.ts";

/** A session ends after 14 days without a request, and 30 days after it began in any case. */
export const SESSION_IDLE_MS = RETENTION.sessionIdleDays * DAY_MS;
export const SESSION_MAX_MS = RETENTION.sessionDays * DAY_MS;
/** Maximum staleness of `lastSeenAt` before it is written again. */
const TOUCH_MS = 60 * 60 * 1000;

type NewSession = { userId: string; userAgent: string | null };

/**
 * Creates a session's token, which is set as a cookie and not stored, and the statement that opens the
 * session.
 */
export async function newSession(ctx: Ctx, { userId, userAgent }: NewSession) {
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
	});
	return { token, open };
}

/** Opens a session; the returned token is set as a cookie and not stored. */
export async function createSession(ctx: Ctx, input: NewSession): Promise<string> {
	const { token, open } = await newSession(ctx, input);
	await open;
	return token;
}

/** Returns the statement that ends the session this request came with, for any user. */
export function endCurrentSession(ctx: Ctx) {
	return ctx.db.delete(sessions).where(eq(sessions.tokenHash, ctx.credentials.sessionHash ?? ""));
}

/** The condition that a session is valid at `now` (ms). */
export function isAlive(now: number) {
	return and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, now - SESSION_IDLE_MS));
}

/**
 * Returns the row of the signed-in creator, or null; keeps the session from expiring for inactivity. It is
 * read from `from`: a replica where nothing is changed and no paid byte is served.
 */
export async function sessionUser(
	ctx: Ctx,
	from: Ctx["db"] = ctx.db,
): Promise<typeof users.$inferSelect | null> {
	const { sessionHash } = ctx.credentials;
	if (!sessionHash) return null;
	const now = ctx.now();
	const [row] = await from
		.select({ user: users, lastSeenAt: sessions.lastSeenAt })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.tokenHash, sessionHash), isAlive(now)));
	if (!row) return null;
	if (row.lastSeenAt < now - TOUCH_MS) ctx.inBackground(() => touch(ctx, sessionHash));
	return row.user;
}

/** The id of the signed-in creator inside a query, or null; for reads that need not wait for the session. */
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

/** Deletes sessions that are no longer valid. */
export async function pruneSessions(ctx: Ctx): Promise<void> {
	const now = ctx.now();
	await deleteInSteps(ctx, sessions, lte(sessions.expiresAt, now));
	await deleteInSteps(ctx, sessions, lte(sessions.lastSeenAt, now - SESSION_IDLE_MS));
}
