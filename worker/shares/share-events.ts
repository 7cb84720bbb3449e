import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { isoSql, moneySql, recordEvents } from "../webhook-events/record-events.ts";

/** A share as events show it: what its creator sees of it that does not depend on sales. */
const SHARE = sql`json_object('id', shares.id, 'shareId', shares.slug, 'title', shares.title,
	'price', ${moneySql(sql`shares.price_cents`)}, 'pricing', shares.pricing,
	'saleMode', shares.sale_mode, 'maxSales', shares.max_sales,
	'selling', json(iif(shares.selling, 'true', 'false')),
	'listed', json(iif(shares.listed, 'true', 'false')), 'status', shares.status,
	'fileCount', shares.file_count, 'totalSize', shares.total_size,
	'isBundle', json(iif(shares.owned_parts is not null, 'true', 'false')),
	'createdAt', ${isoSql(sql`shares.created_at`)}, 'publishedAt', ${isoSql(sql`shares.published_at`)})`;

const DATA = sql`json_object('share', json(${SHARE}))`;

/** The event that a share is published; it belongs after the statement that sets `published_at` to `at` (ms). */
const published = (id: string, at: number) => ({
	type: "share.published",
	key: `share.published:${id}`,
	data: DATA,
	from: sql`shares`,
	when: sql`shares.id = ${id} and shares.status = 'published' and shares.published_at = ${at}`,
});

/** Returns the statement that announces a share which was published at `at` (ms) in this batch. */
export function sharePublished(ctx: Ctx, share: { id: string; creatorId: string }, at: number) {
	return recordEvents(ctx, share.creatorId, published(share.id, at));
}

/**
 * Returns the statement that announces a finished upload, and that its share is published where it is; both
 * at `at` (ms). It belongs after the statements that publish and that record the upload's slot.
 */
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
			data: sql`json_object('upload', json_object('id', ${uploadId}), 'share', json(${SHARE}))`,
			from: sql`upload_slots cross join shares on shares.id = ${shareId}`,
			when: sql`upload_slots.upload_id = ${uploadId} and upload_slots.at = ${at}
				and shares.status <> 'deleted'`,
		},
		published(shareId, at),
	);
}

/** Returns the statement that announces that a creator has changed a share; it is as the batch finds it there. */
export function shareUpdated(ctx: Ctx, creatorId: string, when: SQL) {
	return recordEvents(ctx, creatorId, {
		type: "share.updated",
		key: sql`'share.updated:' || shares.id || ${`:${ctx.id()}`}`,
		data: DATA,
		from: sql`shares`,
		when,
	});
}

/**
 * Returns the statement that announces new prices of `pairs`, shares with the cents that each gets. It
 * belongs before the statement that changes them, where `when` holds.
 */
export function sharesRepriced(
	ctx: Ctx,
	creatorId: string,
	{ pairs, cents, when }: { pairs: SQL; cents: SQL; when: SQL },
) {
	return recordEvents(ctx, creatorId, {
		type: "share.updated",
		key: sql`'share.updated:' || shares.id || ${`:${ctx.id()}`}`,
		data: sql`json_object('share', json_set(${SHARE}, '$.price', ${moneySql(cents)}))`,
		from: pairs,
		when,
	});
}

/**
 * Returns the statement that announces that shares are deleted which were published. It belongs before the
 * statement that deletes those which match `where`.
 */
export function sharesDeleted(ctx: Ctx, creatorId: string, where: SQL | undefined) {
	return recordEvents(ctx, creatorId, {
		type: "share.deleted",
		key: sql`'share.deleted:' || shares.id`,
		data: sql`json_object('share', json_set(${SHARE}, '$.status', 'deleted', '$.selling', json('false')))`,
		from: sql`shares`,
		when: sql`shares.status in ('published', 'taken_down') and ${where}`,
	});
}
