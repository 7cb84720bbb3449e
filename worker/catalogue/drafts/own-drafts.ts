import { and, desc, eq, sql } from "drizzle-orm";
import { type DraftDetails, MAX_DRAFTS, type ShareDraft } from "../../contract/catalogue/drafts.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { formDetails } from "../shares/form-details.ts";
import { drafts } from "./tables.ts";

type Row = typeof drafts.$inferSelect;

const present = ({ id, details, updatedAt }: Row): ShareDraft => ({
	id,
	details,
	updatedAt: new Date(updatedAt).toISOString(),
});

/** Latest change first. */
export async function listDrafts({ replica, user }: CreatorCtx): Promise<ShareDraft[]> {
	const rows = await replica
		.select()
		.from(drafts)
		.where(eq(drafts.creatorId, user.id))
		.orderBy(desc(drafts.updatedAt));
	return rows.map(present);
}

/** The client chooses the id. Throws `draft.too_many`. */
export async function saveDraft(
	ctx: CreatorCtx,
	id: string,
	details: DraftDetails,
): Promise<ShareDraft> {
	const { db, user } = ctx;
	const now = ctx.now();
	const isKnown = sql`exists (select 1 from drafts known
		where known.creator_id = ${user.id} and known.id = ${id})`;
	const isFree = sql`(select count(*) from drafts others where others.creator_id = ${user.id})
		< ${MAX_DRAFTS}`;
	const row = { id, creatorId: user.id, details, createdAt: now, updatedAt: now };
	const [saved] = await insertWhen(db, drafts, row, sql`(${isKnown} or ${isFree})`)
		.onConflictDoUpdate({
			target: [drafts.creatorId, drafts.id],
			set: { details, updatedAt: now },
		})
		.returning();
	if (!saved) throw failure("draft.too_many");
	return present(saved);
}

export async function deleteDraft({ db, user }: CreatorCtx, id: string): Promise<void> {
	await db.delete(drafts).where(and(eq(drafts.creatorId, user.id), eq(drafts.id, id)));
}

/** Files aren't copied. Throws `share.not_found`, `draft.too_many`. */
export async function duplicateShare(ctx: CreatorCtx, slug: string): Promise<ShareDraft> {
	return saveDraft(ctx, ctx.id(), await formDetails(ctx, slug));
}

export async function deleteDrafts(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.delete(drafts).where(eq(drafts.creatorId, userId));
}

export async function exportDrafts(ctx: Ctx, userId: string) {
	const rows = await ctx.db.select().from(drafts).where(eq(drafts.creatorId, userId));
	return rows.map(present);
}
