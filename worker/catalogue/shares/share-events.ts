import { type SQL, sql } from "drizzle-orm";
import type { WebhookShare } from "../../api/webhooks/contract/webhooks.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import { type ShareRow, shares } from "./tables.ts";

/** What events record of a share: no field that depends on sales. */
const SHARE = {
	id: shares.id,
	slug: shares.slug,
	title: shares.title,
	currency: shares.currency,
	priceCents: shares.priceCents,
	pricing: shares.pricing,
	saleMode: shares.saleMode,
	maxSales: shares.maxSales,
	selling: shares.selling,
	listed: shares.listed,
	status: shares.status,
	fileCount: shares.fileCount,
	totalSize: shares.totalSize,
	ownedParts: shares.ownedParts,
	createdAt: shares.createdAt,
	publishedAt: shares.publishedAt,
};

export function presentSharePart({
	slug,
	priceCents,
	ownedParts,
	createdAt,
	publishedAt,
	...share
}: Pick<ShareRow, keyof typeof SHARE>): WebhookShare {
	return {
		...share,
		shareId: slug,
		price: priceOf(priceCents),
		isBundle: ownedParts !== null,
		createdAt: new Date(createdAt).toISOString(),
		publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
	};
}

/** Must follow the statement that sets `published_at` to `at` (ms). */
const published = (id: string, at: number) => ({
	type: "share.published",
	key: `share.published:${id}`,
	data: { share: SHARE },
	from: sql`shares`,
	when: sql`shares.id = ${id} and shares.status = 'published' and shares.published_at = ${at}`,
});

export function sharePublished(ctx: Ctx, share: { id: string; creatorId: string }, at: number) {
	return recordEvents(ctx, share.creatorId, published(share.id, at));
}

/** Also announces the share if published at `at` (ms). Must follow the statements that publish. */
export function uploadCompleted(
	ctx: Ctx,
	upload: { uploadId: string; creatorId: string; shareId: string },
	at: number,
) {
	const { uploadId, creatorId, shareId } = upload;
	return recordEvents(
		ctx,
		creatorId,
		{
			type: "upload.completed",
			key: `upload.completed:${uploadId}`,
			data: { upload: { id: uploadId }, share: SHARE },
			from: sql`upload_slots cross join shares on shares.id = ${shareId}`,
			when: sql`upload_slots.upload_id = ${uploadId} and shares.status <> 'deleted'`,
		},
		published(shareId, at),
	);
}

/** Must precede the statement that sets `columns`: `when` may compare with the old state. */
export function shareUpdated(
	ctx: Ctx,
	{ id, creatorId }: { id: string; creatorId: string },
	columns: Partial<ShareRow>,
	when: SQL,
) {
	const edited = Object.entries(columns).filter(([name]) => Object.hasOwn(SHARE, name));
	return recordEvents(ctx, creatorId, {
		type: "share.updated",
		key: `share.updated:${id}:${ctx.id()}`,
		data: { share: { ...SHARE, ...Object.fromEntries(edited) } },
		from: sql`shares`,
		when,
	});
}

/** Must precede the statement that deletes the shares. */
export function sharesDeleted(ctx: Ctx, creatorId: string, where: SQL | undefined) {
	return recordEvents(ctx, creatorId, {
		type: "share.deleted",
		key: sql`'share.deleted:' || shares.id`,
		data: { share: { ...SHARE, status: "deleted", selling: false } },
		from: sql`shares`,
		when: sql`shares.status in ('published', 'taken_down') and ${where}`,
	});
}

/** Must follow the statements that change the share; `id` is the decision's. */
export function shareModerated(
	ctx: Ctx,
	type: "share.taken_down" | "share.restored",
	{ id, shareId, creatorId }: { id: string; shareId: string; creatorId: string },
) {
	return recordEvents(ctx, creatorId, {
		type,
		key: `${type}:${id}`,
		data: { share: SHARE },
		from: sql`shares`,
		// A share deleted by its creator isn't restored to anyone.
		when: sql`shares.id = ${shareId}
			and (${type} = 'share.taken_down' or shares.status <> 'deleted')`,
	});
}
