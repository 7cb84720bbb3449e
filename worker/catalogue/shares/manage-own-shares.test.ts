import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { publicShare } from "../../pages/storefront/public-share.ts";
import { runPurges } from "../../platform/queue/purge.ts";
import { queue } from "../../platform/tables.ts";
import { text } from "../../test/fixtures/sample-files.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { eraseShare } from "./erase-share.ts";
import { exportShares } from "./export-shares.ts";
import { addFileRows, filesOf } from "./file-rows.ts";
import { originalKey } from "./object-keys.ts";
import { shareRow } from "./share-row.ts";
import { shares } from "./tables.ts";

async function withShare() {
	const creator = await makeCreator();
	const { ctx } = creator;
	const row = shareRow(ctx, { id: ctx.id(), title: "Old", price: 999, saleMode: "each" });
	const fileId = ctx.id();
	const objectKey = originalKey(row.id, fileId);
	const { etag } = await env.FILES.put(objectKey, text("bytes"), {});
	await ctx.db.batch([
		ctx.db.insert(shares).values(row),
		...addFileRows(ctx, row.id, [
			{
				id: fileId,
				originalName: "a.txt",
				mimeType: "text/plain",
				size: 5,
				folderPath: "Main Files",
				objectKey,
				etag,
				crc32: 1,
				modifiedAt: 1,
			},
		]),
		ctx.db.update(shares).set({ status: "published" }).where(eq(shares.id, row.id)),
	]);
	const path = `/api/file-shares/${row.slug}`;
	return { ...creator, id: row.id, shareId: row.slug, path, objectKey };
}

describe("PATCH /api/file-shares/{shareId}", () => {
	it("changes the given fields and nothing else", async () => {
		const { path, cookies } = await withShare();
		const response = await call("PATCH", path, { title: "New", price: "12.5" }, cookies);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({
			fileShare: { title: "New", price: "12.50", saleMode: "each", fileCount: 1, selling: true },
		});
		const expiresAt = "2020-01-01T00:00:00.000Z";
		const ended = await call("PATCH", path, { expiresAt, description: "x" }, cookies);
		expect(await ended.json()).toMatchObject({
			fileShare: { title: "New", expiresAt, selling: false, description: "x" },
		});
		const resumed = await call("PATCH", path, { expiresAt: null, selling: false }, cookies);
		expect(await resumed.json()).toMatchObject({ fileShare: { expiresAt: null, selling: false } });
	});

	it("keeps the fields of a concurrent edit", async () => {
		const { path, cookies } = await withShare();
		const edits = [{ selling: false }, { title: "New" }, { price: "20" }, { description: "d" }];
		for (const order of [edits, edits.toReversed()]) {
			await call("PATCH", path, { selling: true, title: "Old", price: "1" }, cookies);
			await Promise.all(order.map((edit) => call("PATCH", path, edit, cookies)));
			const now = await call("PATCH", path, { licence: null }, cookies);
			expect(await now.json()).toMatchObject({
				fileShare: { selling: false, title: "New", price: "20.00", description: "d" },
			});
		}
	});

	it("limits a share in link mode to one sale", async () => {
		const { path, cookies } = await withShare();
		await call("PATCH", path, { maxSales: 7 }, cookies);
		const link = await call("PATCH", path, { saleMode: "link" }, cookies);
		expect(await link.json()).toMatchObject({ fileShare: { saleMode: "link", maxSales: 1 } });
		const raised = await call("PATCH", path, { maxSales: 3 }, cookies);
		expect(raised.status).toBe(400);
		expect(await raised.json()).toMatchObject({ fields: { maxSales: expect.any(String) } });
		const each = await call("PATCH", path, { saleMode: "each" }, cookies);
		expect(await each.json()).toMatchObject({ fileShare: { saleMode: "each", maxSales: null } });
	});

	it("limits and lists no share that becomes one by link at the same moment", async () => {
		for (const edit of [{ maxSales: 5 }, { listed: true }])
			for (let round = 0; round < 5; round++) {
				const { path, cookies, id } = await withShare();
				await Promise.all([
					call("PATCH", path, edit, cookies),
					call("PATCH", path, { saleMode: "link" }, cookies),
				]);
				const [row] = await testCtx().db.select().from(shares).where(eq(shares.id, id));
				expect(row).toMatchObject({ saleMode: "link", maxSales: 1, listed: false });
			}
	});

	it("fixes the sale mode once a buyer has begun to pay", async () => {
		const { path, cookies, id } = await withShare();
		await testCtx().db.update(shares).set({ checkoutBegunAt: 1 }).where(eq(shares.id, id));
		const refused = await call("PATCH", path, { saleMode: "link" }, cookies);
		expect(refused.status).toBe(409);
		expect(await refused.json()).toMatchObject({ code: "share.has_sales" });
		expect((await call("PATCH", path, { saleMode: "each", title: "T" }, cookies)).status).toBe(200);
	});

	it("refuses invalid values, other creators and visitors", async () => {
		const { path, cookies } = await withShare();
		for (const bad of [{ price: "0" }, { title: "" }, { maxSales: 0 }, { expiresAt: "soon" }])
			expect((await call("PATCH", path, bad, cookies)).status).toBe(400);
		const other = await makeCreator();
		const [foreign, unknown] = await Promise.all(
			[path, "/api/file-shares/ThereIsNone"].map(async (at) => {
				const response = await call("PATCH", at, { title: "Mine" }, other.cookies);
				const { requestId, ...body } = await response.json<ErrorBody>();
				return { status: response.status, body };
			}),
		);
		expect(foreign).toMatchObject({ status: 404, body: { reason: "share.not_yours" } });
		// Nobody can find out whose share it is.
		expect(foreign).toEqual(unknown);
		expect((await call("PATCH", path, { title: "Mine" })).status).toBe(401);
	});
});

describe("DELETE /api/file-shares/{shareId}", () => {
	it("removes the share immediately, and retries until its objects are removed", async () => {
		const { path, cookies, shareId, id, objectKey } = await withShare();
		const pack = `packs/${id}/Main`;
		const rendition = `renditions/${id}/x`;
		for (const key of [pack, rendition]) await env.FILES.put(key, text("x"));
		expect((await call("DELETE", path, undefined, cookies)).status).toBe(204);
		const ctx = testCtx();
		await expect(publicShare(ctx, shareId)).rejects.toMatchObject({ code: "share.not_found" });
		expect(await filesOf(ctx, id)).toEqual([]);
		await runPurges(ctx);
		for (const key of [objectKey, pack, rendition]) expect(await env.FILES.head(key)).toBeNull();
		expect(await ctx.db.select().from(queue)).toEqual([]);
		expect((await call("DELETE", path, undefined, cookies)).status).toBe(404);
	});

	it("retries later when the store is unavailable", async () => {
		const { path, cookies, objectKey, id } = await withShare();
		const ctx = testCtx();
		const away = {
			list: () => Promise.reject(new Error("away")),
		} as unknown as R2Bucket; // only what a purge calls
		await ctx.db.update(shares).set({ status: "deleted" }).where(eq(shares.id, id));
		await eraseShare(ctx, id);
		await runPurges({ ...ctx, files: away });
		expect(await env.FILES.head(objectKey)).not.toBeNull();
		await runPurges({ ...ctx, now: () => Date.now() + 10 * 60 * 1000 });
		expect(await env.FILES.head(objectKey)).toBeNull();
		expect((await call("DELETE", path, undefined, cookies)).status).toBe(404);
	});
});

it("contains the creator's own shares and their files only", async () => {
	const { ctx, shareId } = await withShare();
	await withShare();
	expect(await exportShares(ctx, ctx.user.id)).toMatchObject([
		{ shareId, title: "Old", price: "9.99", files: [{ name: "a.txt", size: 5 }] },
	]);
});
