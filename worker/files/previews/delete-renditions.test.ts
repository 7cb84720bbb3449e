import { inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { makeFile } from "../../test/fixtures/files.ts";
import { halvesPng } from "../../test/fixtures/images.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { cleanupRenditions, deleteShareRenditions } from "./delete-renditions.ts";
import { renditions } from "./tables.ts";

const ctx = testCtx();
const DAY = 24 * 60 * 60 * 1000;

async function rendition(fileId: string, shareId: string, createdAt: number) {
	const objectKey = `renditions/${shareId}/${fileId}/clip-x`;
	await ctx.files.put(objectKey, "clip");
	await ctx.db.insert(renditions).values({
		fileId,
		shareId,
		kind: "clip",
		hash: ctx.id(32),
		mimeType: "video/mp4",
		size: 4,
		objectKey,
		createdAt,
	});
	return { fileId, objectKey };
}
async function left(...fileIds: string[]) {
	const rows = await ctx.db.select().from(renditions).where(inArray(renditions.fileId, fileIds));
	return rows.map((row) => row.fileId).sort();
}

describe("orphaned renditions", () => {
	it("removes only orphaned renditions, after the grace period", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		const file = await makeFile(share, halvesPng(8, 8), {
			originalName: "a.png",
			mimeType: "image/png",
		});
		const kept = await rendition(file.id, share.id, ctx.now() - 30 * DAY);
		const fresh = await rendition(ctx.id(), share.id, ctx.now() - DAY);
		const orphan = await rendition(ctx.id(), share.id, ctx.now() - 9 * DAY);
		await cleanupRenditions(ctx, null);
		expect(await left(kept.fileId, fresh.fileId, orphan.fileId)).toEqual(
			[kept.fileId, fresh.fileId].sort(),
		);
		expect(await ctx.files.head(orphan.objectKey)).toBeNull();
		expect(await ctx.files.head(kept.objectKey)).not.toBeNull();
	});

	it("removes renditions with their share", async () => {
		const { user } = await makeCreator();
		const [gone, other] = [await makeShare(user.id), await makeShare(user.id)];
		const a = await rendition(ctx.id(), gone.id, ctx.now());
		const b = await rendition(ctx.id(), other.id, ctx.now());
		await deleteShareRenditions(ctx, gone.id);
		expect(await left(a.fileId, b.fileId)).toEqual([b.fileId]);
	});
});
