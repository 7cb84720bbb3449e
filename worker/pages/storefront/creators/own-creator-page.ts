import { desc, eq } from "drizzle-orm";
import type { CreatorCtx } from "../../../core/context.ts";
import type { HandleAvailability, OwnCreatorPage } from "../contract/creator-page.ts";
import { isReservedHandle } from "../contract/handles.ts";
import { creatorHandles, creatorPages } from "../tables.ts";

export function avatarPath(avatarId: string | null): string | null {
	return avatarId && `/avatars/${avatarId}`;
}

export function avatarPrefix(userId: string): string {
	return `avatars/${userId}/`;
}

export async function ownCreatorPage(ctx: CreatorCtx): Promise<OwnCreatorPage | null> {
	const [[page], handles] = await ctx.replica.batch([
		ctx.replica.select().from(creatorPages).where(eq(creatorPages.userId, ctx.user.id)),
		ctx.replica
			.select()
			.from(creatorHandles)
			.where(eq(creatorHandles.userId, ctx.user.id))
			.orderBy(desc(creatorHandles.reservedUntil)),
	]);
	const current = handles.find((row) => row.reservedUntil === null);
	if (!page || !current) return null;
	return {
		handle: current.handle,
		line: page.line,
		links: page.links,
		avatar: avatarPath(page.avatarId),
		formerHandles: handles.flatMap(({ handle, reservedUntil }) =>
			reservedUntil !== null && reservedUntil > ctx.now()
				? [{ handle, until: new Date(reservedUntil).toISOString() }]
				: [],
		),
	};
}

export async function handleAvailability(
	ctx: CreatorCtx,
	handle: string,
): Promise<HandleAvailability> {
	const [row] = await ctx.replica
		.select()
		.from(creatorHandles)
		.where(eq(creatorHandles.handle, handle));
	const isFree =
		!row ||
		row.userId === ctx.user.id ||
		(row.reservedUntil !== null && row.reservedUntil <= ctx.now());
	return { handle, available: isFree && !isReservedHandle(handle, ctx.config.APP_NAME) };
}
