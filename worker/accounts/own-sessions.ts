import { and, desc, eq, ne } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { failure } from "../platform/errors.ts";
import type { SessionInfo } from "./contract.ts";
import { isAlive } from "./sessions.ts";
import { sessions } from "./tables.ts";

export async function listSessions(ctx: CreatorCtx): Promise<SessionInfo[]> {
	const rows = await ctx.replica
		.select()
		.from(sessions)
		.where(and(eq(sessions.userId, ctx.user.id), isAlive(ctx.now())))
		.orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
	return rows.map((row) => ({
		id: row.id,
		current: row.tokenHash === ctx.credentials.sessionHash,
		userAgent: row.userAgent,
		createdAt: new Date(row.createdAt).toISOString(),
		lastSeenAt: new Date(row.lastSeenAt).toISOString(),
	}));
}

export async function endSession(
	ctx: CreatorCtx,
	{ id }: { id: string },
): Promise<{ current: boolean }> {
	const [ended] = await ctx.db
		.delete(sessions)
		.where(and(eq(sessions.id, id), eq(sessions.userId, ctx.user.id)))
		.returning({ tokenHash: sessions.tokenHash });
	if (!ended) throw failure("not_found", { reason: "session.not_found" });
	return { current: ended.tokenHash === ctx.credentials.sessionHash };
}

export async function endOtherSessions(ctx: CreatorCtx): Promise<void> {
	await ctx.db
		.delete(sessions)
		.where(
			and(
				eq(sessions.userId, ctx.user.id),
				ne(sessions.tokenHash, ctx.credentials.sessionHash ?? ""),
			),
		);
}
