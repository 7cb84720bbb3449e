import { and, eq, inArray, sql } from "drizzle-orm";
import { NOT_FOR_BUNDLES } from "../../catalogue/shares/bundle-parts.ts";
import { fetchOwnShare } from "../../catalogue/shares/fetch-own-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { stalePages, staleRenditions } from "../../core/stale-pages.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import type { ImageHeader } from "../contract/image-header.ts";
import { checkPicture } from "./check-rendition.ts";
import {
	CARD_SIZE,
	COVER_EDGE,
	RENDITION_BYTES,
	type SharePicture,
	type StoredRendition,
} from "./contract/previews.ts";
import { gather } from "./put-rendition.ts";
import { reencodePicture } from "./reencode-picture.ts";
import { contentHash, renditionKey, storeRenditions } from "./rendition-row.ts";

const refuse = (message: string) => failure("request.invalid", { message });

function checkSize(kind: SharePicture, { width, height }: ImageHeader): void {
	if (kind === "cover" && Math.max(width, height) > COVER_EDGE)
		throw refuse(`A cover may have ${COVER_EDGE} pixels on its longest edge.`);
	if (kind === "card" && (width !== CARD_SIZE.width || height !== CARD_SIZE.height))
		throw refuse(`A link card has ${CARD_SIZE.width} by ${CARD_SIZE.height} pixels.`);
}

/**
 * Stores an uploaded cover, or the picture for link previews drawn by the browser, re-encoded; the card as JPEG,
 * which every messenger reads. Throws `share.not_found`, `request.invalid`, `request.too_large`,
 * `file.type_not_accepted`, `upload.size_mismatch`.
 */
export async function putSharePicture(
	ctx: CreatorCtx,
	input: {
		slug: string;
		kind: SharePicture;
		body: { stream: ReadableStream<Uint8Array>; size: number };
	},
): Promise<StoredRendition> {
	const { slug, kind, body } = input;
	const share = await fetchOwnShare(ctx, slug);
	if (kind === "cover" && share.ownedParts !== null) throw invalidField("cover", NOT_FOR_BUNDLES);
	const limit = RENDITION_BYTES[kind];
	if (body.size < 1) throw refuse("The picture is empty.");
	if (body.size > limit) throw failure("request.too_large");
	const picture = checkPicture(await gather(body), (header) => checkSize(kind, header));
	const { bytes, mimeType } = await reencodePicture(ctx, picture, {
		limit,
		mimeType: kind === "card" ? "image/jpeg" : "image/webp",
	});
	const hash = await contentHash(bytes);
	// A unique key: two concurrent calls with the same picture must not remove each other's object.
	const objectKey = renditionKey(share.id, share.id, kind, ctx.id());
	await ctx.files.put(objectKey, bytes);
	const now = ctx.now();
	const former = await storeRenditions(
		ctx,
		[
			{
				fileId: share.id,
				shareId: share.id,
				kind,
				hash,
				mimeType,
				size: bytes.length,
				width: picture.width,
				height: picture.height,
				objectKey,
				inline: null,
				createdAt: now,
			},
		],
		kind === "cover"
			? [
					ctx.db
						.update(shares)
						.set({
							coverFileId: share.id,
							...nextRevision(ctx, shares),
							// Nobody has seen the page of a share that is still being uploaded.
							changedAt: sql`case when status = 'uploading' then changed_at else ${now} end`,
						})
						.where(
							and(eq(shares.id, share.id), inArray(shares.status, ["uploading", "published"])),
						),
					stalePages(ctx, eq(shares.id, share.id)),
					staleRenditions(ctx, eq(shares.id, share.id)),
				]
			: [],
	);
	if (former.length > 0) await ctx.files.delete(former.map((old) => old.objectKey));
	return { kind, size: bytes.length };
}
