import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { readImageHeader } from "../contract/image-header.ts";
import { stripMetadata } from "./strip-metadata.ts";

export type PictureFormat = "image/webp" | "image/jpeg";
type Picture = { bytes: Uint8Array<ArrayBuffer>; mimeType: string };

/** Tried until the result is small enough: quality, and a fraction of the picture's longest edge. */
const ATTEMPTS = [
	[80, 1],
	[60, 1],
	[60, 0.75],
	[50, 0.5],
] as const;
/** The Images binding's codes for a picture that it can't decode, as opposed to its own failures. */
const UNREADABLE: readonly unknown[] = [9412, 9413, 9520, 9523];

const imagesCode = (error: unknown) =>
	error instanceof Error && "code" in error ? error.code : null;

/** True if the Images binding failed because of the picture. */
export function isUnreadable(error: unknown): boolean {
	return UNREADABLE.includes(imagesCode(error));
}

type Encoding = {
	/** bytes */
	limit: number;
	mimeType?: PictureFormat;
	/** the body may be the original itself, so it is never stored */
	mustEncode?: boolean;
};

async function encode(
	ctx: Ctx,
	{ bytes }: Picture,
	edge: number,
	quality: number,
	mimeType: PictureFormat,
): Promise<Picture | null> {
	const result = await ctx.env.IMAGES.input(new Blob([bytes]).stream())
		.transform({ width: edge, height: edge, fit: "scale-down" })
		.output({ format: mimeType, quality, anim: false });
	const encoded = new Uint8Array(await result.response().arrayBuffer());
	const stripped = stripMetadata(encoded, mimeType);
	return stripped && readImageHeader(stripped) ? { bytes: stripped, mimeType } : null;
}

/**
 * Re-encodes a picture in at most `limit` bytes, so that no sent byte remains. A checked picture is returned
 * unchanged while the Images binding fails or its quota is used up, unless it must be encoded. Throws
 * `request.invalid` for a picture that can't be decoded, `request.too_large`, `service.unavailable`.
 */
export async function reencodePicture(
	ctx: Ctx,
	picture: Picture,
	{ limit, mimeType = "image/webp", mustEncode = false }: Encoding,
): Promise<Picture> {
	const header = readImageHeader(picture.bytes);
	if (!header) throw failure("request.invalid", { message: "The preview is no picture." });
	const longest = Math.max(header.width, header.height);
	try {
		for (const [quality, scale] of ATTEMPTS) {
			const edge = Math.max(1, Math.floor(longest * scale));
			const encoded = await encode(ctx, picture, edge, quality, mimeType);
			if (encoded && encoded.bytes.length <= limit) return encoded;
		}
	} catch (error) {
		if (isUnreadable(error))
			throw failure("request.invalid", { message: "The preview can't be decoded.", cause: error });
		log("warn", "preview.not_encoded", { ...serializeError(error), imagesCode: imagesCode(error) });
		if (mustEncode) throw failure("service.unavailable", { cause: error });
		return picture;
	}
	throw failure("request.too_large");
}
