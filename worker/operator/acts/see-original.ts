import { and, eq } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { downloadHeaders } from "../../files/downloads/download.ts";
import { failure } from "../../platform/errors.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";

/**
 * Returns an original of a share (`shares.id`) for moderation, as a file to save. The act is recorded before a byte is read. Throws
 * `file.not_found`.
 */
export async function seeOriginal(
	ctx: OperatorCtx,
	{ id, fileId, reason }: { id: string; fileId: string; reason: string },
): Promise<Response> {
	const [found] = await ctx.db
		.select({ file: files, title: shares.title, creatorId: shares.creatorId })
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(and(eq(files.id, fileId), eq(files.shareId, id)));
	if (!found) throw failure("file.not_found");
	const { file, title, creatorId } = found;
	await recordOperatorAct(ctx, {
		act: "share.original_seen",
		creatorId,
		subjectId: file.shareId,
		details: { subject: title, file: fileId, reason },
	});
	const whole = { key: file.objectKey, offset: 0, length: file.size };
	const body = await rangedObjectStream(ctx.files, [whole], {
		recordOf: () => ({ size: file.size, etag: file.etag }),
		broken: () => {},
	});
	return new Response(body, {
		headers: {
			...downloadHeaders(file.originalName, file.mimeType),
			"Content-Length": String(file.size),
		},
	});
}
