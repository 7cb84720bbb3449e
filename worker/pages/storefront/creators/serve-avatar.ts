import { eq } from "drizzle-orm";
import type { Ctx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";
import { serveBytes } from "../../../platform/http/serve-bytes.ts";
import { creatorPages } from "../tables.ts";
import { avatarPrefix } from "./avatar-path.ts";

/**
 * A new picture has a new URL, so browsers keep it forever; shared caches only five minutes, since a removed picture
 * must disappear soon.
 */
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
