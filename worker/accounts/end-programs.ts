import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../core/context.ts";
import { accessTokens, authorizationCodes, deviceAuthorizations } from "./tables.ts";

/**
 * Returns the statements that end what programs and applications have of the accounts of which `isOwner` holds,
 * and what they wait for.
 */
export const endingPrograms = (ctx: Ctx, isOwner: (userId: SQLiteColumn) => SQL) =>
	[
		ctx.db.delete(accessTokens).where(isOwner(accessTokens.userId)),
		ctx.db.delete(deviceAuthorizations).where(isOwner(deviceAuthorizations.userId)),
		ctx.db.delete(authorizationCodes).where(isOwner(authorizationCodes.userId)),
	] as const;
