import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx } from "../core/context.ts";
import { staleCreatorPages } from "../core/stale-pages.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { repeatable } from "../platform/retrying.ts";
import type { User, updateUserInput } from "./contract.ts";
import { cleanName } from "./names.ts";
import { presentUser } from "./present.ts";

/** Throws `account.suspended` if a suspended creator changes text that buyers read. */
export async function updateUser(
	ctx: CreatorCtx,
	input: z.infer<typeof updateUserInput>,
): Promise<User> {
	const { firstName, lastName, displayName, thanks, locale } = input;
	const shown = {
		...(firstName !== undefined && { firstName: cleanName(firstName) }),
		...(lastName !== undefined && { lastName: cleanName(lastName) }),
		...(displayName !== undefined && { displayName: cleanName(displayName) }),
		...(thanks !== undefined && { thanks: thanks || null }),
	};
	if (ctx.user.suspended && Object.keys(shown).length > 0) throw failure("account.suspended");
	const changes = { ...shown, ...(locale !== undefined && { locale }) };
	if (Object.keys(changes).length === 0) return ctx.user;
	const [[row]] = await repeatable(() =>
		ctx.db.batch([
			ctx.db.update(users).set(changes).where(eq(users.id, ctx.user.id)).returning(),
			staleCreatorPages(ctx, ctx.user.id),
		]),
	);
	if (!row) throw failure("auth.required");
	return presentUser(row, ctx.now());
}
