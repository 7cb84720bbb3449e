import { and, eq, isNull } from "drizzle-orm";
import { COMMAND_LINE_ID } from "../../contract/accounts/command-line.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { applications } from "../tables.ts";

export type ApplicationRow = typeof applications.$inferSelect;

/** Our own application has no row, and its tokens count as the creator's. */
const commandLine = ({ config }: Ctx): ApplicationRow => ({
	id: COMMAND_LINE_ID,
	creatorId: null,
	name: `${config.APP_NAME} command line`,
	address: null,
	redirectUris: ["http://127.0.0.1/"],
	secretHash: null,
	createdAt: 0,
});

/** Undefined while its owner is suspended. */
export async function findApplication(ctx: Ctx, id: string): Promise<ApplicationRow | undefined> {
	if (id === COMMAND_LINE_ID) return commandLine(ctx);
	const [found] = await ctx.db
		.select({ application: applications })
		.from(applications)
		.leftJoin(users, eq(users.id, applications.creatorId))
		.where(and(eq(applications.id, id), isNull(users.suspendedAt), isNull(users.deletedAt)));
	return found?.application;
}
