import { eq, sql } from "drizzle-orm";
import {
	quotaExceeded,
	quotaOf,
	storageQuota,
	storedRecord,
} from "../../accounts/plans/upload-slots.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx, Ctx, RenditionRoom } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import type { Announced } from "./check-rendition.ts";
import type { StoredRendition } from "./contract/previews.ts";
import { fetchOwnFile } from "./missing-previews.ts";
import { type Body, putRendition } from "./put-rendition.ts";

/** Counts an object that was stored after its share was published toward its creator's quota. */
export async function countRendition(
	ctx: Ctx,
	stored: { objectKey: string; shareId: string; creatorId: string; bytes: number },
): Promise<void> {
	const { objectKey, shareId, creatorId, bytes } = stored;
	const record = { uploadId: `preview:${objectKey}`, shareId, bytes };
	await storedRecord(
		ctx,
		{ ...record, creatorId },
		sql`exists (select 1 from shares where shares.id = ${shareId} and shares.status <> 'deleted')`,
	);
	await quotaOf(ctx, creatorId).addRecords(creatorId, [record], ctx.now());
}

/** For renditions of a published share's file. */
function roomOf(ctx: CreatorCtx, { shareId }: { shareId: string }): RenditionRoom {
	const creatorId = ctx.user.id;
	const quota = quotaOf(ctx, creatorId);
	const reserved = new Map<string, number>();
	return {
		async reserve({ objectKey, size }) {
			const limit = storageQuota(ctx);
			const used = await quota.stored(creatorId, ctx.now());
			if (limit >= 0 && used + size > limit)
				throw quotaExceeded(ctx, { used, limit, needed: size });
			reserved.set(objectKey, size);
		},
		async keep(objectKey) {
			const bytes = reserved.get(objectKey) ?? 0;
			await countRendition(ctx, { objectKey, shareId, creatorId, bytes });
		},
		// Counted only once kept; a replaced rendition counts until its share is deleted.
		release: async () => {},
	};
}

/** Like `putRendition`, for a file of a published share. Also throws `file.not_found`. */
export async function putFilePreview(
	ctx: CreatorCtx,
	{ fileId, announced, body }: { fileId: string; announced: Announced; body: Body },
): Promise<StoredRendition> {
	const file = await fetchOwnFile(ctx, fileId);
	const stored = await putRendition(ctx, { file, announced, body, room: roomOf(ctx, file) });
	await stalePages(ctx, eq(shares.id, file.shareId));
	return stored;
}
