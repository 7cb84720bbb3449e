import { eq } from "drizzle-orm";
import { typeOf } from "../contract/detect-type.ts";
import { randomId } from "../platform/ids.ts";
import { crc32 } from "../platform/storage/crc32.ts";
import { files, type shares } from "../shares/tables.ts";
import { makeShare } from "./sales.ts";
import { testCtx } from "./test-app.ts";

/** A file for a test's share; the folder is Main Files by default. */
export type StoredFile = { name: string; folder?: string; data: Uint8Array };

/** Creates a published share whose files have real objects in the bucket. */
export async function makeStoredShare(
	creatorId: string,
	contents: readonly StoredFile[],
	fields: Partial<typeof shares.$inferInsert> = {},
) {
	const ctx = testCtx();
	const share = await makeShare(creatorId, fields);
	await ctx.db.delete(files).where(eq(files.shareId, share.id));
	const rows: (typeof files.$inferSelect)[] = [];
	for (const [position, { name, folder = "Main Files", data }] of contents.entries()) {
		const objectKey = `originals/${share.id}/${position}`;
		const object = await ctx.files.put(objectKey, data);
		if (!object) throw new Error("no object made");
		const [row] = await ctx.db
			.insert(files)
			.values({
				id: randomId(),
				shareId: share.id,
				position,
				originalName: name,
				mimeType: typeOf(name)?.mimeType ?? "application/octet-stream",
				size: data.length,
				folderPath: folder,
				objectKey,
				etag: object.etag,
				crc32: crc32(data),
				modifiedAt: Date.UTC(2026, 2, 4, 5, 6, 8),
				createdAt: ctx.now(),
			})
			.returning();
		if (row) rows.push(row);
	}
	return { share, files: rows };
}
