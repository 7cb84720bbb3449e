import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { storedUploads } from "../../accounts/plans/tables.ts";
import { allFiles, isLiveIn, shares } from "../../catalogue/shares/tables.ts";
import { enqueue } from "../../platform/queue/queue.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { queue } from "../../platform/tables.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { convert, halvesPng, noisePng, withExif } from "../../test/fixtures/images.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { readImageHeader } from "../contract/image-header.ts";
import { uploads } from "../uploads/tables.ts";
import { makeDuePreviews, makeSharePreviews } from "./make-share-previews.ts";
import { noteMissingPreviews } from "./missing-previews.ts";
import { bytesOfDataUri } from "./rendition-row.ts";
import { missingPreviews, renditions } from "./tables.ts";

const ctx = testCtx();
const text = (content: string) => Uint8Array.from(content, (char) => char.charCodeAt(0));

async function emptyShare() {
	const share = await makeShare((await makeCreator()).user.id, { status: "uploading" });
	await ctx.db.delete(allFiles).where(isLiveIn(share.id));
	return share;
}
async function renditionOf(fileId: string, kind: "image" | "sample" | "display" | "web" = "image") {
	const [row] = await ctx.db
		.select()
		.from(renditions)
		.where(and(eq(renditions.fileId, fileId), eq(renditions.kind, kind)));
	return row;
}

describe("makeSharePreviews", () => {
	// G2
	it("creates a tiny raster of every kind of image, far smaller than the original", async () => {
		const share = await emptyShare();
		const png = halvesPng(1200, 800);
		for (const mimeType of ["image/png", "image/jpeg", "image/webp"] as const) {
			const bytes = mimeType === "image/png" ? png : await convert(png, mimeType);
			const file = await makeFile(share, bytes, { originalName: "a", mimeType });
			await makeSharePreviews(ctx, share.id);
			const row = await renditionOf(file.id);
			expect(row).toMatchObject({ mimeType: "image/webp", width: 1200, height: 800 });
			const raster = bytesOfDataUri(row?.inline ?? "");
			expect(raster.length).toBe(row?.size);
			expect(raster.length).toBeLessThanOrEqual(4096);
			expect(readImageHeader(raster)).toMatchObject({ width: 96, height: 64, metadata: false });
		}
	});

	it.each([
		[200, 100, 50],
		[16, 40, 10],
		[4, 4, 1],
	])("keeps a quarter of a small original of %i × %i", async (width, height, edge) => {
		const share = await emptyShare();
		const file = await makeFile(share, halvesPng(width, height), {
			originalName: "a.png",
			mimeType: "image/png",
		});
		await makeSharePreviews(ctx, share.id);
		const raster = readImageHeader(bytesOfDataUri((await renditionOf(file.id))?.inline ?? ""));
		expect(Math.max(raster?.width ?? 0, raster?.height ?? 0)).toBe(edge);
	});

	it("creates none for an image too small to be reduced to a quarter", async () => {
		const share = await emptyShare();
		const file = await makeFile(share, halvesPng(3, 3), {
			originalName: "a.png",
			mimeType: "image/png",
		});
		await makeSharePreviews(ctx, share.id);
		expect(await renditionOf(file.id)).toBeUndefined();
	});

	it("keeps the raster of an incompressible image small", async () => {
		const share = await emptyShare();
		const file = await makeFile(share, noisePng(256, 256), {
			originalName: "a.png",
			mimeType: "image/png",
		});
		await makeSharePreviews(ctx, share.id);
		expect((await renditionOf(file.id))?.size).toBeLessThanOrEqual(4096);
	});

	// G2
	it("applies a photo's orientation and removes camera metadata", async () => {
		const share = await emptyShare();
		const jpeg = withExif(await convert(halvesPng(600, 400), "image/jpeg"), 6);
		const file = await makeFile(share, jpeg, { originalName: "a.jpg", mimeType: "image/jpeg" });
		await makeSharePreviews(ctx, share.id);
		const row = await renditionOf(file.id);
		expect(row).toMatchObject({ width: 400, height: 600 });
		const raster = bytesOfDataUri(row?.inline ?? "");
		expect(readImageHeader(raster)).toMatchObject({ width: 64, height: 96, metadata: false });
		expect(new TextDecoder("latin1").decode(raster)).not.toContain("SecretCamera");
	});

	it("skips SVG, broken images and other files, and never throws for them", async () => {
		const share = await emptyShare();
		const svg = await makeFile(share, text("<svg xmlns='http://www.w3.org/2000/svg'/>"), {
			originalName: "a.svg",
			mimeType: "image/svg+xml",
		});
		const broken = await makeFile(share, text("not an image at all"), {
			originalName: "b.png",
			mimeType: "image/png",
		});
		const good = await makeFile(share, halvesPng(80, 80), {
			originalName: "c.png",
			mimeType: "image/png",
		});
		await makeSharePreviews(ctx, share.id);
		expect(await renditionOf(svg.id)).toBeUndefined();
		expect(await renditionOf(broken.id)).toBeUndefined();
		expect(await renditionOf(good.id)).toBeDefined();
	});

	it("keeps an existing rendition, and is idempotent", async () => {
		const share = await emptyShare();
		const file = await makeFile(share, halvesPng(80, 80), {
			originalName: "c.png",
			mimeType: "image/png",
		});
		await makeSharePreviews(ctx, share.id);
		const first = await renditionOf(file.id);
		await makeSharePreviews({ ...ctx, now: () => 1 }, share.id);
		expect(await renditionOf(file.id)).toEqual(first);
	});

	it("leaves to the next minute the previews that publishing has no time for", async () => {
		const share = await emptyShare();
		const file = await makeFile(share, halvesPng(80, 80), {
			originalName: "c.png",
			mimeType: "image/png",
		});
		await makeSharePreviews(ctx, share.id, 0);
		await noteMissingPreviews(ctx, share.id);
		expect(await renditionOf(file.id)).toBeUndefined();
		await enqueue(ctx, "preview", { key: "of a deleted share" });
		await makeDuePreviews(ctx);
		expect(await renditionOf(file.id)).toBeDefined();
		expect(await ctx.db.select().from(queue).where(eq(queue.kind, "preview"))).toEqual([]);
	});

	it("makes sharp copies of samples, as large as buyers may see them, and counts them", async () => {
		const share = await emptyShare();
		const bytes = withExif(await convert(noisePng(2000, 1000), "image/jpeg"), 6);
		const file = await makeFile(share, bytes, { originalName: "a.jpg", mimeType: "image/jpeg" });
		await ctx.db
			.update(shares)
			.set({ samples: [file.id], samplesMarked: false, status: "published" })
			.where(eq(shares.id, share.id));
		const upload = { uploadId: ctx.id(), creatorId: share.creatorId, shareId: share.id };
		await ctx.db.insert(storedUploads).values({ ...upload, bytes: bytes.length });
		await noteMissingPreviews(ctx, share.id);
		await makeDuePreviews(ctx);
		const row = await renditionOf(file.id, "sample");
		expect(row).toMatchObject({ mimeType: "image/webp", width: 1000, height: 2000, inline: null });
		const object = await ctx.files.get(row?.objectKey ?? "");
		const sample = new Uint8Array((await object?.arrayBuffer()) ?? []);
		expect(sample.length).toBeLessThanOrEqual(1024 * 1024);
		expect(readImageHeader(sample)).toMatchObject({ metadata: false });
		expect(
			Math.max(readImageHeader(sample)?.width ?? 0, readImageHeader(sample)?.height ?? 0),
		).toBeOneOf([800, 1600]);
		const [counted] = await ctx.db
			.select({ bytes: storedUploads.bytes })
			.from(storedUploads)
			.where(eq(storedUploads.uploadId, `preview:${row?.objectKey}`));
		expect(counted?.bytes).toBe(sample.length);
		expect(
			await ctx.db.select().from(missingPreviews).where(eq(missingPreviews.fileId, file.id)),
		).toEqual([]);
	});

	it("makes display copies of large pictures, unless the browser has by then", async () => {
		const share = await emptyShare();
		const pictures = [
			["large.png", "image/png", noisePng(700, 600)],
			["small.png", "image/png", halvesPng(80, 80)],
			["brought.png", "image/png", noisePng(700, 601)],
		] as const;
		const [large, small, brought] = await Promise.all(
			pictures.map(([originalName, mimeType, bytes], position) =>
				makeFile(share, bytes, { originalName, mimeType, position }),
			),
		);
		await makeSharePreviews(ctx, share.id);
		await noteMissingPreviews(ctx, share.id);
		await makeDuePreviews(ctx);
		expect(await renditionOf(large!.id, "display")).toBeUndefined();
		const sent = { ...(await renditionOf(brought!.id))!, kind: "display" as const, hash: "sent" };
		await ctx.db.insert(renditions).values(sent);
		await makeDuePreviews({ ...ctx, now: () => Date.now() + 11 * 60_000 });
		expect(await renditionOf(large!.id, "display")).toMatchObject({ width: 700, height: 600 });
		expect(await renditionOf(small!.id, "display")).toBeUndefined();
		expect(await renditionOf(brought!.id, "display")).toMatchObject({ hash: "sent" });
	});

	it("makes web editions of a share that begins to sell them, and again for another edge", async () => {
		const share = await emptyShare();
		const bytes = withExif(await convert(noisePng(900, 600), "image/jpeg"), 6);
		const file = await makeFile(share, bytes, { originalName: "a.jpg", mimeType: "image/jpeg" });
		const heic = await makeFile(share, text("heic"), {
			originalName: "b.heic",
			mimeType: "image/heic",
			position: 1,
		});
		const singles = { fileCents: 500, packages: [], included: 0 };
		const sellWeb = async (edge: number, at: number) => {
			const web = { edge, fileCents: 200, wholeCents: 900 };
			await ctx.db
				.update(shares)
				.set({ singles: { ...singles, web }, status: "published" })
				.where(eq(shares.id, share.id));
			const later = { ...ctx, now: () => Date.now() + at * 60_000 };
			await noteMissingPreviews(later, share.id);
			await makeDuePreviews(later);
			return renditionOf(file.id, "web");
		};
		await makeSharePreviews(ctx, share.id);
		const first = await sellWeb(640, 11);
		expect(first).toMatchObject({ mimeType: "image/jpeg", width: 600, height: 900, edge: 640 });
		const object = await ctx.files.get(first?.objectKey ?? "");
		const made = new Uint8Array((await object?.arrayBuffer()) ?? []);
		expect(readImageHeader(made)).toMatchObject({ width: 427, height: 640, metadata: false });
		expect(first).toMatchObject({ etag: object?.etag, crc32: crc32(made) });
		expect(await sellWeb(640, 12)).toEqual(first);
		expect(await sellWeb(700, 13)).toMatchObject({ edge: 700 });
		const missing = await ctx.db
			.select({ id: missingPreviews.fileId })
			.from(missingPreviews)
			.where(eq(missingPreviews.creatorId, share.creatorId));
		expect(missing).toEqual([{ id: heic.id }]);
	});

	it("makes nothing sharp of a picture without a preview, or of others", async () => {
		const share = await emptyShare();
		const [hidden, other] = await Promise.all(
			["a.png", "b.png"].map((originalName, position) =>
				makeFile(share, halvesPng(80, 80), { originalName, mimeType: "image/png", position }),
			),
		);
		await ctx.db
			.update(shares)
			.set({ samples: [hidden!.id], samplesMarked: false })
			.where(eq(shares.id, share.id));
		await ctx.db.update(allFiles).set({ noPreview: true }).where(eq(allFiles.id, hidden!.id));
		await makeSharePreviews(ctx, share.id);
		expect(await renditionOf(hidden!.id, "sample")).toBeUndefined();
		expect(await renditionOf(other!.id, "sample")).toBeUndefined();
	});

	it("makes nothing while the uploading browser sends previews, and then the missing ones", async () => {
		const { user } = await makeCreator();
		const share = await makeShare(user.id, { status: "uploading" });
		await ctx.db.delete(allFiles).where(isLiveIn(share.id));
		const [sent, left] = await Promise.all(
			["a.png", "b.png"].map((originalName, position) =>
				makeFile(share, halvesPng(80, 80), { originalName, mimeType: "image/png", position }),
			),
		);
		await makeSharePreviews(ctx, share.id);
		await ctx.db.delete(renditions).where(eq(renditions.fileId, left!.id));
		const before = await renditionOf(sent!.id);
		await ctx.db.insert(uploads).values({
			id: share.id,
			creatorId: user.id,
			shareId: share.id,
			state: "open",
			createdAt: before!.createdAt,
		});
		await makeSharePreviews(ctx, share.id);
		await noteMissingPreviews(ctx, share.id);
		expect(await renditionOf(left!.id)).toBeUndefined();
		await makeDuePreviews(ctx);
		expect(await renditionOf(left!.id)).toBeDefined();
		expect(await renditionOf(sent!.id)).toEqual(before);
	});
});
