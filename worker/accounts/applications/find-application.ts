import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { applications } from "../tables.ts";

export type ApplicationRow = typeof applications.$inferSelect;

/** Undefined while its owner is suspended. */
export async function findApplication(ctx: Ctx, id: string): Promise<ApplicationRow | undefined> {
	const [found] = await ctx.db
		.select({ application: applications })
		.from(applications)
		.leftJoin(users, eq(users.id, applications.creatorId))
		.where(and(eq(applications.id, id), isNull(users.suspendedAt), isNull(users.deletedAt)));
	return found?.application;
}
