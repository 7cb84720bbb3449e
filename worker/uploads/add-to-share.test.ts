import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CreatedShare } from "../contract/shares.ts";
import { shares } from "../shares/tables.ts";
import { call, makeCreator, testCtx } from "../test/test-app.ts";
import {
	begin,
	begun,
	code,
	complete,
	creator,
	objectsOf,
	put,
	rowOf,
	SMALL,
	sendAll,
	TWO,
	used,
} from "../test/upload-helpers.ts";

describe("adding files to a share", () => {
	async function publishedShare() {
		const first = await begun(TWO);
		await sendAll(first);
		await complete(first);
		return first.shareId;
	}

	const MORE = [{ name: "more.txt", size: SMALL.length }];

	it("appends the files after the existing ones, before the first sale", async () => {
		const shareId = await publishedShare();
		const upload = await begun(MORE, { addTo: shareId });
		expect(upload.shareId).toBe(shareId);
		await put(upload, 0, 1, SMALL);
		const { files, fileShare } = await (await complete(upload)).json<CreatedShare>();
		expect(files.map((file) => file.originalName)).toEqual(["big.png", "notes.txt", "more.txt"]);
		expect(fileShare).toMatchObject({ fileCount: 3, title: "A film" });
		expect(await used()).toBe(2);
	});

	it("leaves the share unchanged when the upload is abandoned", async () => {
		const shareId = await publishedShare();
		const upload = await begun(MORE, { addTo: shareId });
		await put(upload, 0, 1, SMALL);
		await call("DELETE", `/api/uploads/${upload.id}`, undefined, creator.cookies);
		expect(await rowOf(shareId)).toMatchObject({ status: "published", fileCount: 2 });
		expect(await objectsOf(shareId)).toHaveLength(2);
	});

	it("is refused at begin and at complete once a buyer has begun to pay", async () => {
		const shareId = await publishedShare();
		const upload = await begun(MORE, { addTo: shareId });
		await put(upload, 0, 1, SMALL);
		await testCtx().db.update(shares).set({ checkoutBegunAt: 1 }).where(eq(shares.slug, shareId));
		expect(await code(await begin(MORE, { addTo: shareId }))).toBe("share.has_sales");
		expect(await code(await complete(upload))).toBe("share.has_sales");
		expect(await rowOf(shareId)).toMatchObject({ fileCount: 2 });
		expect(await objectsOf(shareId)).toHaveLength(2);
		expect(await used()).toBe(1);
	});

	it("is allowed for the owner only", async () => {
		const shareId = await publishedShare();
		const other = await makeCreator();
		expect((await begin(MORE, { addTo: shareId }, other)).status).toBe(404);
		expect(await used(other)).toBe(0);
	});
});
