import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addFileRows } from "../catalogue/shares/file-rows.ts";
import { originalKey } from "../catalogue/shares/object-keys.ts";
import { shareRow } from "../catalogue/shares/share-row.ts";
import { shares } from "../catalogue/shares/tables.ts";
import { cleanupUploads, GRACE_MS } from "../files/uploads/cleanup-uploads.ts";
import type { BegunUpload } from "../files/uploads/contract.ts";
import { uploads } from "../files/uploads/tables.ts";
import { advanceClock } from "../test/fakes/clock.ts";
import { text } from "../test/fixtures/sample-files.ts";
import { call, makeCreator, testCtx } from "../test/fixtures/test-app.ts";
import { cleanupObjects } from "./cleanup-objects.ts";
import { cleanupRows } from "./cleanup-rows.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
let creator: Creator;
beforeEach(async () => {
	creator = await makeCreator();
});
const later = () => testCtx({ now: () => Date.now() + GRACE_MS + 1000 });
const used = () => env.UPLOAD_QUOTA.getByName(creator.user.id).used(creator.user.id, Date.now());
const shareById = async (id: string) =>
	(await testCtx().db.select().from(shares).where(eq(shares.id, id)))[0];

async function started(): Promise<BegunUpload & { shareId: string }> {
	const files = [{ name: "a.txt", size: 4 }];
	const input = { title: "T", price: "1", files };
	const upload = await (
		await call("POST", "/api/uploads", input, creator.cookies)
	).json<BegunUpload>();
	const [row] = await testCtx().db.select().from(uploads).where(eq(uploads.id, upload.id));
	return { ...upload, shareId: row!.shareId };
}
async function published(objectSize = 4) {
	const { ctx } = creator;
	const row = shareRow(ctx, { id: ctx.id(), title: "T", price: 100, saleMode: "each" });
	const id = ctx.id();
	const objectKey = originalKey(row.id, id);
	await env.FILES.put(objectKey, text("x".repeat(objectSize)), {});
	await ctx.db.batch([
		ctx.db.insert(shares).values(row),
		...addFileRows(ctx, row.id, [
			{
				id,
				originalName: "a.txt",
				mimeType: "text/plain",
				size: 4,
				folderPath: "Main Files",
				objectKey,
				etag: "e",
				crc32: 1,
				modifiedAt: 1,
			},
		]),
		ctx.db.update(shares).set({ status: "published" }).where(eq(shares.id, row.id)),
	]);
	return { id: row.id, objectKey };
}

describe("cleanupUploads", () => {
	it("abandons expired uploads whose alarm failed, and leaves active ones alone", async () => {
		const silent = await started();
		const alive = await started();
		const session = env.UPLOAD_SESSION.getByName(alive.id);
		await advanceClock(session, GRACE_MS);
		await call("GET", `/api/uploads/${alive.id}`, undefined, creator.cookies);
		await cleanupUploads(testCtx());
		expect(await shareById(silent.shareId)).toBeDefined();
		await cleanupUploads(later());
		expect(await shareById(silent.shareId)).toBeUndefined();
		expect(await shareById(alive.shareId)).toBeDefined();
		expect(await used()).toBe(1);
	});

	it("cleans up after a session whose data is lost", async () => {
		const upload = await started();
		const session = env.UPLOAD_SESSION.getByName(upload.id);
		await runInDurableObject(session, (_session, state) => state.storage.deleteAll());
		await evictDurableObject(session);
		await cleanupUploads(later());
		expect(await shareById(upload.shareId)).toBeUndefined();
		expect(await used()).toBe(0);
	});

	it("removes a share whose request died while it was stored", async () => {
		const { ctx } = creator;
		const row = shareRow(ctx, { id: ctx.id(), title: "T", price: 100, saleMode: "each" });
		await ctx.db.insert(shares).values(row);
		const key = originalKey(row.id, "f");
		await env.FILES.put(key, text("x"), {});
		await cleanupUploads(testCtx());
		expect(await shareById(row.id)).toBeDefined();
		await cleanupUploads(later());
		expect(await shareById(row.id)).toBeUndefined();
		expect(await env.FILES.head(key)).toBeNull();
	});
});

describe("cleanupObjects", () => {
	// G39
	it("removes objects without a row after a grace period, and no others", async () => {
		const share = await published();
		const upload = await started();
		const orphans = [
			"originals/gone/x",
			"packs/gone/x",
			"renditions/gone/x",
			originalKey(share.id, "unknown"),
			`packs/${share.id}/unknown`,
		];
		const kept = [
			share.objectKey,
			originalKey(upload.shareId, upload.files[0]!.id),
			`renditions/${share.id}/x`,
		];
		for (const key of [...orphans, ...kept.slice(1)]) await env.FILES.put(key, text("x"), {});
		await cleanupObjects(testCtx());
		for (const key of orphans) expect(await env.FILES.head(key)).not.toBeNull();
		await cleanupObjects(later());
		for (const key of orphans) expect([key, await env.FILES.head(key)]).toEqual([key, null]);
		for (const key of kept) expect([key, await env.FILES.head(key)]).not.toEqual([key, null]);
	});
});

describe("cleanupRows", () => {
	// G39
	it("stops the sale of files that can't be delivered", async () => {
		const whole = await published();
		const cut = await published(3);
		const lost = await published();
		await env.FILES.delete(lost.objectKey);
		await cleanupRows(testCtx());
		expect((await shareById(whole.id))?.selling).toBe(true);
		expect((await shareById(cut.id))?.selling).toBe(false);
		expect((await shareById(lost.id))?.selling).toBe(false);
	});
});
