import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { recordAct } from "../../core/audit-log/record-act.ts";
import type { Ctx } from "../../core/context.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens } from "../../platform/tokens/tokens.ts";
import { accessTokens } from "../tables.ts";

/** Deletes and logs the tokens that `own` selects; returns their ids. Their refresh tokens are useless without them. */
export function endingAccess(ctx: Ctx, own: SQL | undefined, by: "creator" | "system") {
	const isOwn = and(sql`${accessTokens.applicationId} is not null`, own);
	return {
		endedAct: recordAct(
			ctx,
			{
				act: "application.disconnected",
				by,
				actorId: by === "creator" ? sql`${accessTokens.userId}` : null,
				creatorId: sql`${accessTokens.userId}`,
				subjectId: sql`${accessTokens.applicationId}`,
				details: sql`json_object('subject', ${accessTokens.name})`,
			},
			sql`${isOwn}`,
			sql`${accessTokens}`,
		),
		ended: ctx.db.delete(accessTokens).where(isOwn).returning({ id: accessTokens.id }),
	};
}

export async function endAccess(ctx: Ctx, tokenId: string): Promise<void> {
	const own = eq(accessTokens.id, tokenId);
	await namedBatch(ctx.db, {
		...endingAccess(ctx, own, "system"),
		own: ctx.db.delete(accessTokens).where(own),
	});
}

export const endingPrograms = (ctx: Ctx, isOwner: (userId: SQLiteColumn) => SQL) =>
	[
		ctx.db.delete(accessTokens).where(isOwner(accessTokens.userId)),
		deleteTokens(ctx, [TOKENS.authorizationCode, TOKENS.refreshToken], isOwner(tokens.ownerId)),
	] as const;
