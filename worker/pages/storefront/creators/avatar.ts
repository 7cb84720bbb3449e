import { and, eq, isNotNull, sql } from "drizzle-orm";
import { KIB } from "../../../contract/constants.ts";
import { HOUR_MS } from "../../../contract/retention.ts";
import type { CreatorCtx, Ctx } from "../../../core/context.ts";
import { staleCreatorPages } from "../../../core/stale-pages.ts";
import { readImageHeader } from "../../../files/contract/image-header.ts";
import { isUnreadable } from "../../../files/previews/reencode-picture.ts";
import { stripMetadata } from "../../../files/previews/strip-metadata.ts";
import { failure } from "../../../platform/errors.ts";
import { serveBytes } from "../../../platform/http/serve-bytes.ts";
import { invalidField } from "../../../platform/http/validation.ts";
import { log, serializeError } from "../../../platform/log.ts";
import { queuePurge } from "../../../platform/queue/purge.ts";
import { enqueue } from "../../../platform/queue/queue.ts";
import { queue } from "../../../platform/tables.ts";
import { AVATAR_EDGE, MAX_AVATAR_PIXELS, type OwnCreatorPage } from "../contract/creator-page.ts";
import { creatorPages } from "../tables.ts";
import { avatarPrefix, ownCreatorPage } from "./own-creator-page.ts";

/** Limit for a picture stored as sent, in bytes. */
const AS_SENT_BYTES = 256 * KIB;

type Bytes = Uint8Array<ArrayBuffer>;
type Picture = { bytes: Bytes; mimeType: string };

/** Makes a square JPEG, the format that every link preview accepts. */
async function encodeAgain(ctx: Ctx, sent: Bytes): Promise<Picture> {
	const { body } = new Response(sent);
	if (!body) throw new Error("an empty picture");
	const result = await ctx.env.IMAGES.input(body)
		.transform({ width: AVATAR_EDGE, height: AVATAR_EDGE, fit: "cover", background: "#ffffff" })
		.output({ format: "image/jpeg", quality: 85, anim: false });
	const made = new Uint8Array(await result.response().arrayBuffer());
	const bytes = stripMetadata(made, "image/jpeg");
	const header = bytes && readImageHeader(bytes);
	if (!bytes || header?.width !== AVATAR_EDGE || header.height !== AVATAR_EDGE)
		throw new Error("the Images binding returned another picture");
	return { bytes, mimeType: "image/jpeg" };
}

/** Stores an already small picture, like our page's, without metadata if the Images binding fails. */
export async function encodeAvatar(ctx: Ctx, sent: Bytes): Promise<Picture> {
	const header = readImageHeader(sent);
	const refused = failure("file.type_not_accepted", "The picture must be a JPEG, PNG or WebP.");
	if (!header || header.format === "image/gif") throw refused;
	if (header.width * header.height > MAX_AVATAR_PIXELS)
		throw invalidField("avatar", "The picture has too many pixels.");
	// Also refuses truncated files.
	const bytes = stripMetadata(sent, header.format);
	if (!bytes) throw refused;
	try {
		return await encodeAgain(ctx, sent);
	} catch (error) {
		if (isUnreadable(error)) throw refused;
		log("warn", "avatar.failed", serializeError(error));
		const isSmall = Math.max(header.width, header.height) <= 2 * AVATAR_EDGE;
		if (!isSmall || bytes.length > AS_SENT_BYTES) throw refused;
		return { bytes, mimeType: header.format };
	}
}

/** A new picture has a new URL; shared caches keep it shortly, since a removed picture must disappear soon. */
const HEADERS = {
	"Cache-Control": "public, max-age=31536000, s-maxage=300, immutable",
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "sandbox; default-src 'none'",
	"Content-Disposition": "inline",
} as const;

export async function serveAvatar(ctx: Ctx, avatarId: string, request: Request): Promise<Response> {
	const [row] = await ctx.replica
		.select()
		.from(creatorPages)
		.where(eq(creatorPages.avatarId, avatarId));
	if (!row) throw failure("creator.not_found");
	return serveBytes(request, {
		etag: `"${avatarId}"`,
		lastModified: row.avatarAt,
		size: row.avatarSize ?? 0,
		headers: { ...HEADERS, "Content-Type": row.avatarType ?? "image/jpeg" },
		async open(range) {
			const key = `${avatarPrefix(row.userId)}${avatarId}`;
			const object = await ctx.files.get(key, { range });
			if (!object) throw failure("creator.not_found");
			return object.body;
		},
	});
}

/** Must precede the statement that replaces the picture. */
export function purgeFormer(ctx: CreatorCtx) {
	return enqueue(ctx, "purge", {
		key: sql`${avatarPrefix(ctx.user.id)} || avatar_id`,
		where: sql`user_id = ${ctx.user.id} and avatar_id is not null`,
		from: sql`creator_pages`,
	});
}

async function requirePage(ctx: CreatorCtx): Promise<OwnCreatorPage> {
	const page = await ownCreatorPage(ctx);
	if (!page) throw failure("creator.not_found", "Choose a handle first.");
	return page;
}

/**
 * Queues the new object's removal before storing it and cancels that with the row, so that no object is left
 * behind.
 */
export async function setAvatar(
	ctx: CreatorCtx,
	sent: Uint8Array<ArrayBuffer>,
): Promise<OwnCreatorPage> {
	await requirePage(ctx);
	const { bytes, mimeType } = await encodeAvatar(ctx, sent);
	const avatarId = ctx.id();
	const key = `${avatarPrefix(ctx.user.id)}${avatarId}`;
	await queuePurge(ctx, key, ctx.now() + HOUR_MS);
	await ctx.files.put(key, bytes);
	const isOwn = eq(creatorPages.userId, ctx.user.id);
	await ctx.db.batch([
		purgeFormer(ctx),
		ctx.db
			.update(creatorPages)
			.set({ avatarId, avatarType: mimeType, avatarSize: bytes.length, avatarAt: ctx.now() })
			.where(isOwn),
		ctx.db.delete(queue).where(
			and(
				eq(queue.kind, "purge"),
				eq(queue.key, key),
				sql`${avatarId} in (select avatar_id from creator_pages
						where user_id = ${ctx.user.id})`,
			),
		),
		staleCreatorPages(ctx, ctx.user.id),
	]);
	return requirePage(ctx);
}

export async function removeAvatar(ctx: CreatorCtx): Promise<OwnCreatorPage> {
	await ctx.db.batch([
		purgeFormer(ctx),
		ctx.db
			.update(creatorPages)
			.set({ avatarId: null, avatarType: null, avatarSize: null, avatarAt: null })
			.where(and(eq(creatorPages.userId, ctx.user.id), isNotNull(creatorPages.avatarId))),
		staleCreatorPages(ctx, ctx.user.id),
	]);
	return requirePage(ctx);
}
