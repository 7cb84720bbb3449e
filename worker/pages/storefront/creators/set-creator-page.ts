import { and, eq, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { DAY_MS, RETENTION } from "../../../contract/retention.ts";
import type { CreatorCtx } from "../../../core/context.ts";
import { staleCreatorPages } from "../../../core/stale-pages.ts";
import { failure } from "../../../platform/errors.ts";
import { invalidField } from "../../../platform/http/validation.ts";
import { insertWhen } from "../../../platform/storage/insert-when.ts";
import type { creatorPageInput, OwnCreatorPage } from "../contract/creator-page.ts";
import { isReservedHandle, MAX_FORMER_HANDLES } from "../contract/handles.ts";
import { creatorHandles, creatorPages } from "../tables.ts";
import { purgeFormer } from "./avatar.ts";
import { ownCreatorPage } from "./own-creator-page.ts";

function reservedUntil(now: number): number {
	return now + RETENTION.formerHandleDays * DAY_MS;
}

function formerBeside({ user, now }: CreatorCtx, handle: string): SQL {
	return sql`(select count(*) from creator_handles former where former.user_id = ${user.id}
		and former.reserved_until > ${now()} and former.handle <> ${handle})`;
}

function mayTake(ctx: CreatorCtx, handle: string): SQL {
	return sql`not exists (select 1 from creator_handles other
			where other.handle = ${handle} and other.user_id <> ${ctx.user.id})
		and ${formerBeside(ctx, handle)} < ${MAX_FORMER_HANDLES}`;
}

async function refusal(ctx: CreatorCtx, handle: string) {
	const [row] = await ctx.db
		.select({ userId: creatorHandles.userId })
		.from(creatorHandles)
		.where(eq(creatorHandles.handle, handle));
	const code = row && row.userId !== ctx.user.id ? "handle.taken" : "handle.changed_often";
	const { message } = failure(code);
	return failure(code, { fields: { handle: message } });
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
	const [, , , pages] = await db.batch([
		db
			.delete(creatorHandles)
			.where(and(eq(creatorHandles.handle, handle), lte(creatorHandles.reservedUntil, now))),
		db
			.update(creatorHandles)
			.set({ reservedUntil: reservedUntil(now) })
			.where(
				and(
					eq(creatorHandles.userId, user.id),
					isNull(creatorHandles.reservedUntil),
					ne(creatorHandles.handle, handle),
					mayTake(ctx, handle),
				),
			),
		// If another handle is still current, the statement above refused the change. Counts former ones again, since a
		// deleted page has no current handle.
		insertWhen(
			db,
			creatorHandles,
			{ handle, userId: user.id, reservedUntil: null, createdAt: now },
			sql`not exists (select 1 from creator_handles kept
				where kept.user_id = ${user.id} and kept.reserved_until is null and kept.handle <> ${handle})
				and ${formerBeside(ctx, handle)} <= ${MAX_FORMER_HANDLES}`,
		).onConflictDoUpdate({
			target: creatorHandles.handle,
			set: { reservedUntil: null },
			setWhere: eq(creatorHandles.userId, user.id),
		}),
		insertWhen(
			db,
			creatorPages,
			{ userId: user.id, line, links, createdAt: now },
			sql`exists (select 1 from creator_handles taken where taken.handle = ${handle}
				and taken.user_id = ${user.id} and taken.reserved_until is null)`,
		)
			.onConflictDoUpdate({ target: creatorPages.userId, set: { line, links } })
			.returning({ userId: creatorPages.userId }),
		staleCreatorPages(ctx, user.id),
	]);
	const page = pages.length > 0 ? await ownCreatorPage(ctx) : null;
	if (!page) throw await refusal(ctx, handle);
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
