import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { isUnmarkedSample, showsNone } from "../../catalogue/shares/file-previews.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { enqueue } from "../../platform/queue/queue.ts";
import { SMALL_ORIGINAL } from "./contract/previews.ts";
import { MAX_IMAGE_BYTES, RASTER_TYPES } from "./make-image-preview.ts";
import { renditions } from "./tables.ts";

const lacks = (kind: "image" | "sample" | "display" | "web") =>
	sql`not exists (select 1 from ${renditions} made where made.file_id = files.id and made.kind = ${kind})`;
const lacksImage = lacks("image");
const lacksSample = sql`(${isUnmarkedSample()} and not ${showsNone()} and ${lacks("sample")})`;

const soldEdge = sql<number | null>`(shares.singles ->> '$.web.edge')`;
/** A web edition that the share sells is missing, or has another edge; moving pictures have none. */
export const lacksWeb = sql`(${soldEdge} is not null and files.mime_type <> 'image/gif'
	and not exists (select 1 from ${renditions} made where made.file_id = files.id and made.kind = 'web'
		and made.edge = ${soldEdge}))`;

/** Twin of `needsDisplay`. */
const lacksDisplay = sql`(${soldEdge} is null and ${lacks("web")} and files.size > ${SMALL_ORIGINAL} and files.mime_type <> 'image/gif' and ${lacks("display")})`;
/** ms in which the creator's browser makes what is for buyers; it does so last. */
const BROWSER_WAIT_MS = 10 * 60_000;

/** A file with missing previews that the server can make. */
export type DueImage = Awaited<ReturnType<typeof selectDue>>[number];

/** In the order of the page. */
export function selectDue(ctx: Ctx, condition: SQL) {
	return ctx.db
		.select({
			id: files.id,
			shareId: files.shareId,
			creatorId: shares.creatorId,
			objectKey: files.objectKey,
			size: files.size,
			lacksImage: sql<number>`${lacksImage}`.as("lacks_image"),
			lacksSample: sql<number>`${lacksSample}`.as("lacks_sample"),
			lacksDisplay: sql<number>`${lacksDisplay}`.as("lacks_display"),
			webEdge: sql<number | null>`iif(${lacksWeb}, ${soldEdge}, null)`.as("web_edge"),
		})
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(
			and(
				condition,
				inArray(files.mimeType, RASTER_TYPES),
				lte(files.size, MAX_IMAGE_BYTES),
				sql`(${lacksImage} or ${lacksSample} or ${lacksDisplay} or ${lacksWeb})`,
			),
		)
		.orderBy(files.position);
}

/** Leaves the share's pictures to the next minute's job, and what is for buyers to a later one. */
export function noteDue(ctx: Ctx, shareId: string) {
	const canBeMade = and(inArray(files.mimeType, RASTER_TYPES), lte(files.size, MAX_IMAGE_BYTES));
	return enqueue(ctx, "preview", {
		key: sql`files.id`,
		owner: sql`shares.id`,
		dueAt: sql`max(${ctx.now()}, iif(${lacksImage} or ${lacksSample}, 0, files.created_at + ${BROWSER_WAIT_MS}))`,
		where: sql`shares.id = ${shareId} and ${canBeMade} and (${lacksImage} or ${lacksSample} or ${lacksDisplay} or ${lacksWeb})`,
		from: sql`shares cross join files on files.share_id = shares.id`,
	});
}
