import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../core/context.ts";
import { accessTokens, authorizationCodes } from "./tables.ts";

export const endingPrograms = (ctx: Ctx, isOwner: (userId: SQLiteColumn) => SQL) =>
	[
		ctx.db.delete(accessTokens).where(isOwner(accessTokens.userId)),
		ctx.db.delete(authorizationCodes).where(isOwner(authorizationCodes.userId)),
	] as const;
