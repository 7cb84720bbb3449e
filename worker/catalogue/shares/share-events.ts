import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { isoSql, moneySql, recordEvents } from "../../core/webhook-events/record-events.ts";
import { creatorEvents, webhookMessages } from "../../core/webhook-events/tables.ts";

/** The creator's view of a share, except fields that depend on sales. */
const SHARE = sql`json_object('id', shares.id, 'shareId', shares.slug, 'title', shares.title,
	'currency', shares.currency, 'price', ${moneySql(sql`shares.price_cents`)}, 'pricing', shares.pricing,
	'saleMode', shares.sale_mode, 'maxSales', shares.max_sales,
	'selling', json(iif(shares.selling, 'true', 'false')),
	'listed', json(iif(shares.listed, 'true', 'false')), 'status', shares.status,
	'fileCount', shares.file_count, 'totalSize', shares.total_size,
	'isBundle', json(iif(shares.owned_parts is not null, 'true', 'false')),
	'createdAt', ${isoSql(sql`shares.created_at`)}, 'publishedAt', ${isoSql(sql`shares.published_at`)})`;

const DATA = sql`json_object('share', json(${SHARE}))`;

/** Must follow the statement that sets `published_at` to `at` (ms). */
const published = (id: string, at: number) => ({
	type: "share.published",
	key: `share.published:${id}`,
	data: DATA,
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
			data: sql`json_object('upload', json_object('id', ${uploadId}), 'share', json(${SHARE}))`,
			from: sql`upload_slots cross join shares on shares.id = ${shareId}`,
			when: sql`upload_slots.upload_id = ${uploadId} and shares.status <> 'deleted'`,
		},
		published(shareId, at),
	);
}

/** `before` must precede the change, if `when` holds; `after` must follow it to record the new state. */
export function shareUpdated(ctx: Ctx, share: { id: string; creatorId: string }, when: SQL) {
	const { id, creatorId } = share;
	const key = `share.updated:${id}:${ctx.id()}`;
	const before = recordEvents(ctx, creatorId, {
		type: "share.updated",
		key,
		data: DATA,
		from: sql`shares`,
		when,
	});
	const data = sql`(select ${DATA} from shares where shares.id = ${id})`;
	const after = [
		ctx.db
			.update(creatorEvents)
			.set({ data })
			.where(sql`${creatorEvents.userId} = ${creatorId} and ${creatorEvents.eventKey} = ${key}`),
		ctx.db
			.update(webhookMessages)
			.set({ data })
			.where(
				sql`${webhookMessages.endpointId} in
					(select id from webhook_endpoints where user_id = ${creatorId})
					and ${webhookMessages.eventKey} = ${key}`,
			),
	] as const;
	return { before, after };
}

/** Must precede the statement that deletes the shares. */
export function sharesDeleted(ctx: Ctx, creatorId: string, where: SQL | undefined) {
	return recordEvents(ctx, creatorId, {
		type: "share.deleted",
		key: sql`'share.deleted:' || shares.id`,
		data: sql`json_object('share', json_set(${SHARE}, '$.status', 'deleted', '$.selling', json('false')))`,
		from: sql`shares`,
		when: sql`shares.status in ('published', 'taken_down') and ${where}`,
	});
}

/** Must follow the statements that change the share; `when` is true if the decision `id` is in their batch. */
export function shareModerated(
	ctx: Ctx,
	type: "share.taken_down" | "share.restored",
	{ id, shareId, creatorId, when }: { id: string; shareId: string; creatorId: string; when: SQL },
) {
	return recordEvents(ctx, creatorId, {
		type,
		key: `${type}:${id}`,
		data: DATA,
		from: sql`shares`,
		// A share deleted by its creator isn't restored to anyone.
		when: sql`shares.id = ${shareId} and (${type} = 'share.taken_down' or shares.status <> 'deleted')
			and ${when}`,
	});
}
