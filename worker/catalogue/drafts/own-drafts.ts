import { and, desc, eq, sql } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { NOT_FOR_BUNDLES } from "../shares/bundle-parts.ts";
import { fetchOwnShare } from "../shares/fetch-own-share.ts";
import { shownFields } from "../shares/share-columns.ts";
import { licences } from "../shares/tables.ts";
import {
	type DraftDetails,
	draftInput,
	EMPTY_DRAFT,
	MAX_DRAFTS,
	type ShareDraft,
} from "./contract.ts";
import { drafts } from "./tables.ts";

type Row = typeof drafts.$inferSelect;

const present = ({ id, details, updatedAt }: Row): ShareDraft => ({
	id,
	// Older drafts lack newer fields.
	details: { ...EMPTY_DRAFT, ...details },
	updatedAt: new Date(updatedAt).toISOString(),
});

export async function listDrafts({ replica, user }: CreatorCtx): Promise<ShareDraft[]> {
	const rows = await replica
		.select()
		.from(drafts)
		.where(eq(drafts.creatorId, user.id))
		.orderBy(desc(drafts.updatedAt));
	return rows.map(present);
}

/** The client chooses the id. */
export async function saveDraft(
	ctx: CreatorCtx,
	id: string,
	details: DraftDetails,
): Promise<ShareDraft> {
	const { db, user } = ctx;
	const now = ctx.now();
	const hasRoom = sql`(select count(*) from drafts others
		where others.creator_id = ${user.id} and others.id <> ${id}) < ${MAX_DRAFTS}`;
	const row = { id, creatorId: user.id, details, createdAt: now, updatedAt: now };
	const [saved] = await insertWhen(db, drafts, row, hasRoom)
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

export async function exportDrafts(ctx: Ctx, userId: string) {
	const rows = await ctx.db.select().from(drafts).where(eq(drafts.creatorId, userId));
	return rows.map(present);
}

/** Returns form input that would copy the share. Throws `share.not_found`, `request.invalid` for a bundle. */
async function formDetails(ctx: CreatorCtx, slug: string): Promise<DraftDetails> {
	const share = await fetchOwnShare(ctx, slug);
	if (share.ownedParts !== null) throw invalidField("shareId", NOT_FOR_BUNDLES);
	const [licence] =
		share.licenceId === null
			? []
			: await ctx.db.select().from(licences).where(eq(licences.id, share.licenceId));
	const shown: Record<string, unknown> = {
		...shownFields(share, "shown"),
		...shownFields(share, "shownToOwner"),
		licence: licence?.text,
	};
	const typed = Object.entries(EMPTY_DRAFT).map(([name, empty]) => [
		name,
		typeof empty === "string" ? String(shown[name] ?? "") : shown[name],
	]);
	return draftInput.parse({
		...Object.fromEntries(typed),
		...(share.pricing === "free" && { price: "" }),
		...(share.saleMode === "link" && { maxSales: "" }),
		preview: { images: share.imagePreview, clip: share.clipPreview },
	});
}
