import { files } from "../shares/tables.ts";
import { testCtx } from "./test-app.ts";

/** Creates a file of a share with a stored object; returns its row. */
export async function makeFile(
	share: { id: string },
	bytes: Uint8Array<ArrayBuffer>,
	fields: Partial<typeof files.$inferInsert> & { originalName: string; mimeType: string },
): Promise<typeof files.$inferSelect> {
	const ctx = testCtx();
	const id = ctx.id();
	const objectKey = `originals/${share.id}/${id}`;
	const object = await ctx.files.put(objectKey, bytes);
	if (!object) throw new Error("no object made");
	const now = ctx.now();
	const [row] = await ctx.db
		.insert(files)
		.values({
			id,
			shareId: share.id,
			position: 1 + Math.floor(Math.random() * 1e9),
			size: bytes.length,
			folderPath: "Main Files",
			objectKey,
			etag: object.etag,
			crc32: 0,
			modifiedAt: now,
			createdAt: now,
			...fields,
		})
		.returning();
	if (!row) throw new Error("no file made");
	return row;
}
