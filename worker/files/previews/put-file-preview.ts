import { eq } from "drizzle-orm";
import {
	previewRecordId,
	quotaExceeded,
	quotaOf,
	storageQuota,
} from "../../accounts/plans/upload-slots.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { UNLIMITED } from "../../contract/constants.ts";
import type { CreatorCtx, Ctx, RenditionRoom } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import type { Announced } from "./check-rendition.ts";
import type { StoredRendition } from "./contract/previews.ts";
import { fetchOwnFile } from "./missing-previews.ts";
import { type Body, putRendition } from "./put-rendition.ts";

/** Enough to store an object and its row, in ms. */
const LEASE_MS = 10 * 60_000;

/** Reserves bytes for an object whose row is stored next; `quota` is in bytes. */
export function leaseRendition(
	ctx: Ctx,
	object: { objectKey: string; creatorId: string; bytes: number; quota?: number },
) {
	const { objectKey, creatorId, bytes, quota = UNLIMITED } = object;
	const now = ctx.now();
	return quotaOf(ctx, creatorId).reserveStorage({
		creatorId,
		uploadId: previewRecordId(objectKey),
		bytes,
		quota,
		now,
		expiresAt: now + LEASE_MS,
	});
}

/** For renditions of a published share's file; leases end by themselves. */
const roomOf = (ctx: CreatorCtx): RenditionRoom => ({
	async reserve({ objectKey, size }) {
		const object = { objectKey, creatorId: ctx.user.id, bytes: size, quota: storageQuota(ctx) };
		const { granted, stored: used } = await leaseRendition(ctx, object);
		if (!granted) throw quotaExceeded(ctx, { used, limit: object.quota, needed: size });
	},
	keep: async () => {},
	release: async () => {},
});

/** Like `putRendition`, for a file of a published share. Also throws `file.not_found`. */
export async function putFilePreview(
	ctx: CreatorCtx,
	{ fileId, announced, body }: { fileId: string; announced: Announced; body: Body },
): Promise<StoredRendition> {
	const file = await fetchOwnFile(ctx, fileId);
	const stored = await putRendition(ctx, { file, announced, body, room: roomOf(ctx) });
	await stalePages(ctx, eq(shares.id, file.shareId));
	return stored;
}
