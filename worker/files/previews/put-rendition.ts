import { eq } from "drizzle-orm";
import { imagesOf } from "../../catalogue/shares/file-previews.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx, OpenUploadFile, RenditionRoom } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { base64url } from "../../platform/ids.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import type { ImageHeader } from "../contract/image-header.ts";
import {
	type Announced,
	checkAnnounced,
	checkClip,
	checkEdge,
	checkGlyphs,
	checkListing,
	checkPicture,
	checkTags,
	checkWaveform,
	checkWeb,
	type ShownPolicy,
} from "./check-rendition.ts";
import { GLYPH_SHEET_BYTES, RENDITION_BYTES, type StoredRendition } from "./contract/previews.ts";
import { noteMade } from "./missing-previews.ts";
import { isDisplay, SHOWN_PICTURES } from "./preview-of.ts";
import { reencodePicture } from "./reencode-picture.ts";
import {
	contentHash,
	dataUri,
	type RenditionRow,
	renditionKey,
	storeRenditions,
} from "./rendition-row.ts";

export type Body = {
	stream: ReadableStream<Uint8Array>;
	/** bytes, as the request declares */
	size: number;
};
type Stored = Pick<
	RenditionRow,
	"hash" | "mimeType" | "size" | "objectKey" | "inline" | "durationMs" | "etag" | "crc32" | "edge"
>;

async function policyOf(ctx: Ctx, file: OpenUploadFile): Promise<ShownPolicy> {
	const [row] = await ctx.db
		.select({ ...SHOWN_PICTURES, clip: shares.clipPreview, singles: shares.singles })
		.from(shares)
		.where(eq(shares.id, file.shareId));
	if (!row) throw failure("upload.not_found");
	const { singles, ...policy } = row;
	return {
		...policy,
		images: imagesOf(file, row.images),
		webEdge: singles?.web?.edge ?? null,
	};
}

/** Reads a body that was declared small. Throws `upload.size_mismatch`. */
export async function gather({ stream, size }: Body): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	if (bytes.length !== size) throw failure("upload.size_mismatch");
	return bytes;
}

const json = (text: string) => ({
	bytes: new Uint8Array(new TextEncoder().encode(text)),
	mimeType: "application/json",
});

async function reencodeGlyphs(ctx: Ctx, sent: Uint8Array<ArrayBuffer>): Promise<string> {
	const { sheet, picture } = checkGlyphs(sent);
	const { mimeType, bytes } = await reencodePicture(ctx, picture, { limit: GLYPH_SHEET_BYTES });
	return JSON.stringify({ ...sheet, picture: dataUri(mimeType, bytes) });
}

async function storeSmall(
	ctx: Ctx,
	file: OpenUploadFile,
	announced: Announced,
	policy: ShownPolicy,
	body: Body,
	room: RenditionRoom,
): Promise<Stored> {
	const { kind } = announced;
	const sent = await gather(body);
	if (kind === "waveform") {
		const inline = checkWaveform(sent);
		const hash = await contentHash(sent);
		return { hash, mimeType: "text/plain", size: sent.length, objectKey: null, inline };
	}
	if (kind === "tags") {
		const inline = checkTags(sent);
		const { bytes, mimeType } = json(inline);
		const stored = { hash: await contentHash(bytes), size: bytes.length };
		return { ...stored, mimeType, objectKey: null, inline };
	}
	const checkSize = (header: ImageHeader) => checkEdge(header, announced, policy);
	const picture = () => checkPicture(sent, checkSize);
	const { bytes, mimeType } =
		kind === "listing"
			? json(checkListing(sent))
			: kind === "glyphs"
				? json(await reencodeGlyphs(ctx, sent))
				: kind === "display"
					? picture()
					: kind === "web"
						? checkWeb(sent, checkSize)
						: await reencodePicture(ctx, picture(), {
								limit: RENDITION_BYTES[kind],
								mustEncode: kind === "sample",
							});
	const hash = await contentHash(bytes);
	const stored = { hash, mimeType, size: bytes.length };
	if (kind === "image") return { ...stored, objectKey: null, inline: dataUri(mimeType, bytes) };
	const objectKey = renditionKey(file.shareId, file.id, kind, ctx.id());
	await room.reserve({ objectKey, size: bytes.length });
	const object = await ctx.files.put(objectKey, bytes);
	const edition = { etag: object?.etag ?? null, crc32: crc32(bytes), edge: policy.webEdge };
	return { ...stored, objectKey, inline: null, ...(kind === "web" && edition) };
}

async function hashOfObject(ctx: Ctx, objectKey: string): Promise<string> {
	const object = await ctx.files.get(objectKey);
	if (!object) throw new Error("the clip is gone");
	const digest = new crypto.DigestStream("SHA-256");
	await object.body.pipeTo(digest);
	return base64url(new Uint8Array(await digest.digest));
}

async function remove(ctx: Ctx, objectKey: string, room: RenditionRoom): Promise<void> {
	await ctx.files.delete(objectKey);
	await room.release([objectKey]);
}

/** Stores a clip before checking it, because it may exceed memory; removes an invalid one. */
async function storeClip(
	ctx: Ctx,
	file: OpenUploadFile,
	announced: Announced,
	policy: ShownPolicy,
	body: Body,
	room: RenditionRoom,
): Promise<Stored> {
	const objectKey = renditionKey(file.shareId, file.id, "clip", ctx.id());
	await room.reserve({ objectKey, size: body.size });
	try {
		const { readable, writable } = new FixedLengthStream(body.size);
		await Promise.all([body.stream.pipeTo(writable), ctx.files.put(objectKey, readable)]).catch(
			(cause: unknown) => {
				throw failure("upload.size_mismatch", { cause });
			},
		);
		const start = await ctx.files.get(objectKey, { range: { offset: 0, length: 8 } });
		const head = new Uint8Array((await start?.arrayBuffer()) ?? []);
		return {
			...checkClip(head, announced, file, policy, body.size),
			hash: await hashOfObject(ctx, objectKey),
			size: body.size,
			objectKey,
			inline: null,
		};
	} catch (error) {
		await remove(ctx, objectKey, room);
		throw error;
	}
}

async function keep(ctx: Ctx, objectKey: string, room: RenditionRoom): Promise<void> {
	try {
		await room.keep(objectKey);
	} catch (error) {
		await ctx.files.delete(objectKey);
		throw error;
	}
}

/**
 * Stores a rendition from the creator's browser, replacing an earlier one. The original's size, length and number
 * of pages are trusted: creators show their own work. Pictures are re-encoded, so that no sent byte remains, except
 * for buyers; a clip can't be. Counts toward the quota; an `image`, `waveform` and `tags` are stored only in their row. Throws
 * `request.invalid`, `request.too_large`, `file.type_not_accepted`, `upload.size_mismatch`, `upload.not_found`,
 * `upload.not_open`, `storage.quota_exceeded`, `service.unavailable` for a sample that can't be re-encoded now.
 */
export async function putRendition(
	ctx: Ctx,
	input: { file: OpenUploadFile; announced: Announced; body: Body; room: RenditionRoom },
): Promise<StoredRendition> {
	const { file, announced, body, room } = input;
	const { kind } = announced;
	const policy = await policyOf(ctx, file);
	checkAnnounced(announced, file, policy, body.size);
	const stored =
		kind === "clip"
			? await storeClip(ctx, file, announced, policy, body, room)
			: await storeSmall(ctx, file, announced, policy, body, room);
	if (stored.objectKey) await keep(ctx, stored.objectKey, room);
	const row = {
		...stored,
		fileId: file.id,
		shareId: file.shareId,
		kind,
		width: announced.width ?? null,
		height: announced.height ?? null,
		originalMs: announced.durationMs ?? null,
		startMs: announced.startMs || null,
		pages: announced.pages ?? null,
		createdAt: ctx.now(),
	};
	const former = await storeRenditions(ctx, [row], [noteMade(ctx, [file.id])]);
	const unused = former.filter((one) => !isDisplay(one));
	if (unused.length > 0) await ctx.files.delete(unused.map(({ objectKey }) => objectKey));
	if (former.length > 0) await room.release(former.map(({ objectKey }) => objectKey));
	return { kind, size: stored.size };
}
