import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { sha256 } from "../platform/crypto.ts";
import { sessions, users } from "./tables.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A session ends after 14 days without a request, and 30 days after it began in any case. */
export const SESSION_IDLE_MS = 14 * DAY;
export const SESSION_MAX_MS = 30 * DAY;
/** How stale `lastSeenAt` may grow before it is written again. */
const TOUCH_MS = 60 * 60 * 1000;

/** Opens a session; the returned token goes into the cookie and is stored nowhere. */
export async function openSession(
	ctx: Ctx,
	input: { userId: string; userAgent: string | null },
): Promise<string> {
	const token = ctx.id(32);
	const now = ctx.now();
	await ctx.db.insert(sessions).values({
		tokenHash: await sha256(token),
		id: ctx.id(),
		userId: input.userId,
		userAgent: input.userAgent?.slice(0, 300) ?? null,
		createdAt: now,
		lastSeenAt: now,
		expiresAt: now + SESSION_MAX_MS,
	});
	return token;
}

/** The row of the signed-in creator, or null; keeps the session from idling out. */
export async function sessionUser(ctx: Ctx): Promise<typeof users.$inferSelect | null> {
	const { sessionHash } = ctx.credentials;
	if (!sessionHash) return null;
	const now = ctx.now();
	const [row] = await ctx.db
		.select({ user: users, lastSeenAt: sessions.lastSeenAt })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(
			and(
				eq(sessions.tokenHash, sessionHash),
				gt(sessions.expiresAt, now),
				gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
			),
		);
	if (!row) return null;
	if (row.lastSeenAt < now - TOUCH_MS)
		await ctx.db
			.update(sessions)
			.set({ lastSeenAt: now })
			.where(eq(sessions.tokenHash, sessionHash));
	return row.user;
}
