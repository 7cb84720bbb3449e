import { eq } from "drizzle-orm";
import type { Ctx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";
import { serveBytes } from "../../../platform/http/serve-bytes.ts";
import { creatorPages } from "../tables.ts";
import { avatarPrefix } from "./avatar-path.ts";

/**
 * The URL changes with the picture, so a browser may cache it forever. Shared caches keep it for five minutes: a
 * removed one must not be visible for long.
 */
const HEADERS = {
	"Cache-Control": "public, max-age=31536000, s-maxage=300, immutable",
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "sandbox; default-src 'none'",
	"Content-Disposition": "inline",
} as const;

/** Serves a creator's picture. @throws ApiError `creator.not_found` (404). */
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
