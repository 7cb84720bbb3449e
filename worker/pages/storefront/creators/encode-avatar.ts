import { KIB } from "../../../contract/constants.ts";
import { readImageHeader } from "../../../contract/files/image-header.ts";
import { AVATAR_EDGE, MAX_AVATAR_PIXELS } from "../../../contract/pages/creator-page.ts";
import type { Ctx } from "../../../core/context.ts";
import { isUnreadable } from "../../../files/previews/reencode-picture.ts";
import { stripMetadata } from "../../../files/previews/strip-metadata.ts";
import { failure } from "../../../platform/errors.ts";
import { invalidField } from "../../../platform/http/validation.ts";
import { log, serializeError } from "../../../platform/log.ts";

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

/**
 * Returns a picture to store: square, without metadata. If the Images binding fails, a picture that is already small,
 * like those our page sends, is stored as sent, without metadata. Throws `file.type_not_accepted`, and
 * `request.invalid` for too many pixels.
 */
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
