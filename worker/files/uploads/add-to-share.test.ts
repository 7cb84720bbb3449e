import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { CreatedShare } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { makeBuyer, makePurchase } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	begin,
	begun,
	code,
	complete,
	creator,
	freshCreator,
	objectsOf,
	put,
	rowOf,
	SMALL,
	sendAll,
	TWO,
	used,
} from "../../test/fixtures/upload-helpers.ts";

beforeEach(freshCreator);

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

	it("gives earlier buyers the new files too, and says when the share changed", async () => {
		const shareId = await publishedShare();
		const buyer = await makeBuyer();
		const [share] = await testCtx().db.select().from(shares).where(eq(shares.slug, shareId));
		await makePurchase(share!, buyer.id);
		await testCtx().db.update(shares).set({ checkoutBegunAt: 1 }).where(eq(shares.slug, shareId));
		const upload = await begun(MORE, { addTo: shareId });
		await put(upload, 0, 1, SMALL);
		const { files, fileShare } = await (await complete(upload)).json<CreatedShare>();
		expect(fileShare.changedAt).not.toBeNull();
		const added = files.find((file) => file.originalName === "more.txt");
		const download = await request(`/api/files/${added?.id}/download`, { cookies: buyer.cookies });
		expect(new Uint8Array(await download.arrayBuffer())).toEqual(SMALL);
		expect((await request(`/api/files/${added?.id}/download`)).status).toBe(402);
	});

	it("adds nothing to a share deleted in the meantime", async () => {
		const shareId = await publishedShare();
		const upload = await begun(MORE, { addTo: shareId });
		await put(upload, 0, 1, SMALL);
		await call("DELETE", `/api/file-shares/${shareId}`, undefined, creator.cookies);
		expect(await code(await complete(upload))).toBe("upload.not_open");
	});

	it("lets only the owner add files", async () => {
		const shareId = await publishedShare();
		const other = await makeCreator();
		expect((await begin(MORE, { addTo: shareId }, other)).status).toBe(404);
		expect(await used(other)).toBe(0);
	});
});
