import { and, eq, isNull, lte, ne, sql } from "drizzle-orm";
import type * as z from "zod";
import { DAY_MS, RETENTION } from "../../../contract/retention.ts";
import type { CreatorCtx } from "../../../core/context.ts";
import { staleCreatorPages } from "../../../core/stale-pages.ts";
import { ApiError, failure } from "../../../platform/errors.ts";
import { invalidField } from "../../../platform/http/validation.ts";
import { requireHolds } from "../../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../../platform/storage/named-batch.ts";
import type { creatorPageInput, OwnCreatorPage } from "../contract/creator-page.ts";
import { isReservedHandle, MAX_FORMER_HANDLES } from "../contract/handles.ts";
import { creatorHandles, creatorPages } from "../tables.ts";
import { purgeFormer } from "./avatar.ts";
import { ownCreatorPage } from "./own-creator-page.ts";

function reservedUntil(now: number): number {
	return now + RETENTION.formerHandleDays * DAY_MS;
}

/**
 * A former handle redirects for a year and is reserved for its owner. One batch: of two creators claiming a handle,
 * the loser keeps their own.
 */
export async function setCreatorPage(
	ctx: CreatorCtx,
	input: z.output<typeof creatorPageInput>,
): Promise<OwnCreatorPage> {
	const { handle, links } = input;
	const line = input.line || null;
	if (isReservedHandle(handle, ctx.config.APP_NAME))
		throw invalidField("handle", "This handle is reserved");
	const { db, user } = ctx;
	const now = ctx.now();
	const isFree = sql`${handle} not in (select handle from creator_handles
		where handle = ${handle} and user_id <> ${user.id})`;
	// The current handle becomes a former one.
	const hasRoom = sql`(select count(*) from creator_handles
		where user_id = ${user.id} and handle <> ${handle}
			and coalesce(reserved_until > ${now}, true)) <= ${MAX_FORMER_HANDLES}`;
	await namedBatch(db, {
		expired: db
			.delete(creatorHandles)
			.where(and(eq(creatorHandles.handle, handle), lte(creatorHandles.reservedUntil, now))),
		free: requireHolds(ctx, isFree, "handle.taken"),
		room: requireHolds(ctx, hasRoom, "handle.changed_often"),
		former: db
			.update(creatorHandles)
			.set({ reservedUntil: reservedUntil(now) })
			.where(
				and(
					eq(creatorHandles.userId, user.id),
					isNull(creatorHandles.reservedUntil),
					ne(creatorHandles.handle, handle),
				),
			),
		current: db
			.insert(creatorHandles)
			.values({ handle, userId: user.id, reservedUntil: null, createdAt: now })
			.onConflictDoUpdate({ target: creatorHandles.handle, set: { reservedUntil: null } }),
		page: db
			.insert(creatorPages)
			.values({ userId: user.id, line, links, createdAt: now })
			.onConflictDoUpdate({ target: creatorPages.userId, set: { line, links } }),
		stalePages: staleCreatorPages(ctx, user.id),
	}).catch((error: unknown) => {
		if (!(error instanceof ApiError)) throw error;
		throw failure(error.code, { fields: { handle: error.message } });
	});
	const page = await ownCreatorPage(ctx);
	if (!page) throw failure("creator.not_found");
	return page;
}

/** The handle stays reserved for a year, like any former one. */
export async function deleteCreatorPage(ctx: CreatorCtx): Promise<void> {
	const { db, user } = ctx;
	await db.batch([
		// Only this picture: a new page may have another one before the objects are gone.
		purgeFormer(ctx),
		db.delete(creatorPages).where(eq(creatorPages.userId, user.id)),
		db
			.update(creatorHandles)
			.set({ reservedUntil: reservedUntil(ctx.now()) })
			.where(and(eq(creatorHandles.userId, user.id), isNull(creatorHandles.reservedUntil))),
		staleCreatorPages(ctx, user.id),
	]);
}
