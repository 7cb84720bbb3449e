import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { MyShare, ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { convert, halvesPng, noisePng, withExif } from "../../test/fixtures/images.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, putBytes, request, testCtx } from "../../test/fixtures/test-app.ts";
import { readImageHeader } from "../contract/image-header.ts";
import { CARD_SIZE, COVER_EDGE } from "./contract/previews.ts";
import { cleanupRenditions } from "./delete-renditions.ts";
import { makeSharePreviews } from "./make-share-previews.ts";
import { contentHash } from "./rendition-row.ts";
import { renditions } from "./tables.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Cookies = Record<string, string>;

const ctx = testCtx();

const put = (slug: string, kind: string, body: Bytes, cookies: Cookies = {}) =>
	putBytes(`/api/file-shares/${slug}/pictures/${kind}`, body, cookies);
async function pageOf(slug: string): Promise<ShareResponse> {
	return (await request(`/api/file-shares/${slug}`)).json<ShareResponse>();
}
async function cardOf(slug: string): Promise<Bytes> {
	const response = await requestPage(`/share/${slug}/card.jpg`);
	expect(response.headers.get("content-type")).toMatch(/^image\/(?:jpeg|webp)$/);
	return new Uint8Array(await response.arrayBuffer());
}
/** A share of one text and two pictures, with previews. */
async function sharePictures() {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const picture = (originalName: string, position: number, height: number) =>
		makeFile(share, halvesPng(800, height), { originalName, position, mimeType: "image/png" });
	const first = await picture("a.png", 1, 600);
	const second = await picture("b.png", 2, 400);
	await makeSharePreviews(ctx, share.id);
	const edit = (fields: object, cookies = creator.cookies) =>
		call("PATCH", `/api/file-shares/${share.slug}`, fields, cookies);
	return { creator, share, first, second, edit };
}

describe("the cover of a share", () => {
	it("covers a share with its first picture, until the creator chooses another file", async () => {
		const { share, second, edit } = await sharePictures();
		expect((await pageOf(share.slug)).cover).toMatchObject({
			kind: "image",
			width: 800,
			height: 600,
		});
		expect((await edit({ coverFileId: second.id })).status).toBe(200);
		const chosen = await pageOf(share.slug);
		expect(chosen.cover).toMatchObject({ width: 800, height: 400 });
		expect(chosen.fileShare.changedAt).not.toBeNull();
		expect((await request(chosen.cover?.src ?? "")).status).toBe(200);
		expect((await edit({ coverFileId: null })).status).toBe(200);
		expect((await pageOf(share.slug)).cover).toMatchObject({ height: 600 });
	});

	it("re-encodes an uploaded cover without its metadata", async () => {
		const { creator, share } = await sharePictures();
		const sent = new Uint8Array(withExif(await convert(halvesPng(1000, 500), "image/jpeg"), 1));
		expect((await put(share.slug, "cover", sent, creator.cookies)).status).toBe(200);
		const { cover } = await pageOf(share.slug);
		expect(cover).toMatchObject({ kind: "cover", width: 1000, height: 500 });
		const shown = await request(cover?.src ?? "");
		expect(shown.headers.get("content-type")).toBe("image/webp");
		const bytes = new Uint8Array(await shown.arrayBuffer());
		expect(readImageHeader(bytes)).toMatchObject({ width: 1000, height: 500, metadata: false });
	});

	it("accepts a cover during the upload, without counting it as a change", async () => {
		const creator = await makeCreator();
		const { slug } = await makeShare(creator.user.id, { status: "uploading", publishedAt: null });
		const cover = await convert(halvesPng(400, 300), "image/webp");
		expect((await put(slug, "cover", cover, creator.cookies)).status).toBe(200);
		const before = await pageOf(slug);
		expect(before.cover).toBeNull();
		await ctx.db.update(shares).set({ status: "published" }).where(eq(shares.slug, slug));
		const page = await pageOf(slug);
		expect(page.cover).toMatchObject({ kind: "cover", width: 400, height: 300 });
		expect(page.fileShare.changedAt).toBeNull();
		await put(slug, "cover", cover, creator.cookies);
		expect((await pageOf(slug)).fileShare.changedAt).not.toBeNull();
	});

	it("replaces an earlier cover and removes its object", async () => {
		const { creator, share } = await sharePictures();
		const keys = async () =>
			(await ctx.files.list({ prefix: `renditions/${share.id}/${share.id}/` })).objects.length;
		for (const height of [300, 500]) {
			const cover = await convert(halvesPng(1000, height), "image/webp");
			expect((await put(share.slug, "cover", cover, creator.cookies)).status).toBe(200);
			expect(await keys()).toBe(1);
		}
		expect((await pageOf(share.slug)).cover).toMatchObject({ height: 500 });
	});

	it("shows the cover in the dashboard and on receipts", async () => {
		const { creator, share, second, edit } = await sharePictures();
		await edit({ coverFileId: second.id });
		const mine = await call("GET", "/api/my-file-shares", undefined, creator.cookies);
		const [row] = await mine.json<MyShare[]>();
		expect(row?.cover).toMatchObject({ width: 800, height: 400 });
		const buyer = await makeBuyer();
		const purchase = await makePurchase(share, buyer.id);
		const receipt = await request(`/api/receipts/${purchase.id}`, { cookies: buyer.cookies });
		expect(await receipt.json()).toMatchObject({ cover: { width: 800, height: 400 } });
	});

	it("refuses covers from other creators, other shares' files, and other than fitting pictures", async () => {
		const { creator, share, edit } = await sharePictures();
		const other = await sharePictures();
		const cover = await convert(halvesPng(400, 300), "image/webp");
		expect((await put(share.slug, "cover", cover)).status).toBe(401);
		expect((await put(share.slug, "cover", cover, other.creator.cookies)).status).toBe(404);
		expect((await put(share.slug, "banner", cover, creator.cookies)).status).toBe(400);
		expect((await edit({ coverFileId: other.first.id })).status).toBe(400);
		expect((await edit({ coverFileId: share.id })).status).toBe(400);
		expect((await edit({ coverFileId: null }, other.creator.cookies)).status).toBe(404);
		const refused = async (body: Bytes) =>
			(await put(share.slug, "cover", body, creator.cookies)).status;
		expect(await refused(new Uint8Array(0))).toBe(400);
		expect(await refused(new Uint8Array(new TextEncoder().encode("<svg onload=alert(1)>")))).toBe(
			415,
		);
		expect(await refused(cover.slice(0, 40))).toBe(400);
		expect(await refused(halvesPng(COVER_EDGE + 1, 10))).toBe(400);
		expect(await refused(noisePng(700, 700))).toBe(413);
		expect((await pageOf(share.slug)).cover).toMatchObject({ kind: "image" });
	});

	it("keeps covers when renditions of abandoned uploads are removed", async () => {
		const { creator, share } = await sharePictures();
		const cover = await convert(halvesPng(400, 300), "image/webp");
		await put(share.slug, "cover", cover, creator.cookies);
		await ctx.db.update(renditions).set({ createdAt: 1 }).where(eq(renditions.shareId, share.id));
		await cleanupRenditions(ctx, null);
		expect((await pageOf(share.slug)).cover).toMatchObject({ kind: "cover" });
	});
});

describe("what a share shows of its pictures", () => {
	it("serves neither a former cover nor a former card at a remembered address", async () => {
		const { creator, share, first, edit } = await sharePictures();
		// No other share has a picture of these bytes.
		const cover = await convert(halvesPng(404, 300), "image/webp");
		await put(share.slug, "cover", cover, creator.cookies);
		const src = (await pageOf(share.slug)).cover?.src ?? "";
		expect((await request(src)).status).toBe(200);
		await edit({ coverFileId: first.id });
		expect((await request(src)).status).toBe(404);
		await edit({ coverFileId: share.id });
		expect((await request(src)).status).toBe(200);

		const card = await convert(halvesPng(CARD_SIZE.width, CARD_SIZE.height), "image/jpeg");
		await put(share.slug, "card", card, creator.cookies);
		const shown = await cardOf(share.slug);
		expect(readImageHeader(shown)).toMatchObject(CARD_SIZE);
		const address = `/api/renditions/${await contentHash(new Uint8Array(shown))}`;
		await edit({ title: "Another title" });
		expect((await request(address)).status).toBe(404);
	});

	it("serves a watermarked picture only while the share shows it", async () => {
		const { share, first, edit } = await sharePictures();
		const hash = "a-marked-picture";
		const objectKey = `renditions/${share.id}/${first.id}/watermarked-${hash}`;
		const bytes = await convert(halvesPng(800, 600), "image/webp");
		await ctx.files.put(objectKey, bytes);
		await ctx.db.insert(renditions).values({
			fileId: first.id,
			shareId: share.id,
			kind: "watermarked",
			hash,
			objectKey,
			mimeType: "image/webp",
			size: bytes.length,
			width: 800,
			height: 600,
			createdAt: 1,
		});
		const marked = async () => (await request(`/api/renditions/${hash}`)).status;
		expect(await marked()).toBe(404);
		expect((await pageOf(share.slug)).cover?.kind).toBe("image");
		expect((await edit({ images: "watermark" })).status).toBe(200);
		expect(await marked()).toBe(200);
		expect((await pageOf(share.slug)).cover).toMatchObject({
			kind: "watermarked",
			src: `/api/renditions/${hash}`,
		});
		await edit({ images: "blur" });
		expect(await marked()).toBe(404);
	});
});

describe("the picture for link previews", () => {
	it("serves the drawn card until its contents change", async () => {
		const { creator, share, edit } = await sharePictures();
		const cropped = await cardOf(share.slug);
		expect(readImageHeader(cropped)).toMatchObject(CARD_SIZE);
		const drawn = await convert(halvesPng(CARD_SIZE.width, CARD_SIZE.height), "image/jpeg");
		expect((await put(share.slug, "card", drawn, creator.cookies)).status).toBe(200);
		const shown = await cardOf(share.slug);
		expect(shown).not.toEqual(cropped);
		expect(readImageHeader(shown)).toMatchObject({ ...CARD_SIZE, format: "image/jpeg" });
		await edit({ price: "7.00" });
		expect(await cardOf(share.slug)).toEqual(shown);
		await edit({ title: "Another title" });
		expect(await cardOf(share.slug)).toEqual(cropped);
		await put(share.slug, "card", drawn, creator.cookies);
		expect(await cardOf(share.slug)).toEqual(shown);
	});

	it("refuses a card of another size", async () => {
		const { creator, share } = await sharePictures();
		const small = await convert(halvesPng(600, 315), "image/jpeg");
		expect((await put(share.slug, "card", small, creator.cookies)).status).toBe(400);
		expect((await pageOf(share.slug)).cover).toMatchObject({ kind: "image" });
	});

	it("gives a changed card a new address, and an alternative text", async () => {
		const { share, edit } = await sharePictures();
		const tags = async () => (await requestPage(`/share/${share.slug}`)).text();
		expect(await tags()).toContain(`/share/${share.slug}/card.jpg"`);
		await edit({ title: "Fjords & more" });
		const after = await tags();
		expect(after).toMatch(/card\.jpg\?v=\d+"/);
		expect(after).toContain('og:image:alt" content="Fjords &amp; more"');
	});
});
