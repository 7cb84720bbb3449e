import { and, eq, isNull, sql } from "drizzle-orm";
import { givenName } from "../../../accounts/contract.ts";
import type { Ctx } from "../../../core/context.ts";
import { users } from "../../../core/tables.ts";
import { failure } from "../../../platform/errors.ts";
import type { CreatorPage } from "../contract/creator-page.ts";
import { creatorHandles, creatorPages } from "../tables.ts";
import { listedShareQueries, presentListed } from "./listed-shares.ts";
import { avatarPath } from "./own-creator-page.ts";

export async function creatorResponse(
	ctx: Ctx,
	handle: string,
): Promise<{ page: CreatorPage; movedTo?: undefined } | { movedTo: string }> {
	const canonical = handle.toLowerCase();
	const owner = sql`(select held.user_id from creator_handles held where held.handle = ${canonical}
		and (held.reserved_until is null or held.reserved_until > ${ctx.now()}))`;
	const [[found], ...listed] = await ctx.replica.batch([
		ctx.replica
			.select({
				handle: creatorHandles.handle,
				line: creatorPages.line,
				links: creatorPages.links,
				avatarId: creatorPages.avatarId,
				displayName: users.displayName,
				firstName: users.firstName,
				lastName: users.lastName,
			})
			.from(creatorHandles)
			.innerJoin(creatorPages, eq(creatorPages.userId, creatorHandles.userId))
			.innerJoin(
				users,
				and(
					eq(users.id, creatorHandles.userId),
					isNull(users.deletedAt),
					isNull(users.suspendedAt),
				),
			)
			.where(and(eq(creatorHandles.userId, owner), isNull(creatorHandles.reservedUntil))),
		...listedShareQueries(ctx, owner),
	]);
	if (!found) throw failure("creator.not_found");
	if (found.handle !== handle) return { movedTo: found.handle };
	return {
		page: {
			handle: found.handle,
			displayName: givenName(found) ?? found.handle,
			line: found.line,
			links: found.links,
			avatar: avatarPath(found.avatarId),
			shares: presentListed(listed),
		},
	};
}

export async function currentCreatorPage(ctx: Ctx, handle: string): Promise<CreatorPage> {
	const found = await creatorResponse(ctx, handle);
	if (found.movedTo === undefined) return found.page;
	const moved = await creatorResponse(ctx, found.movedTo);
	if (moved.movedTo !== undefined) throw failure("creator.not_found");
	return moved.page;
}
