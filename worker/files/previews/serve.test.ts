import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../app.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { executionOver } from "../../test/fakes/entrypoints.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { convert, halvesPng, noisePng } from "../../test/fixtures/images.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { makeCreator, ORIGIN, testCtx } from "../../test/fixtures/test-app.ts";
import { readImageHeader } from "../contract/image-header.ts";
import { makeSharePreviews } from "./make-share-previews.ts";
import { contentHash, renditionKey } from "./rendition-row.ts";
import { renditions } from "./tables.ts";

const ctx = testCtx();
const ORIGINAL = Uint8Array.from("ORIGINAL".repeat(600), (char) => char.charCodeAt(0));
const CLIP = Uint8Array.from("clip".repeat(50), (char) => char.charCodeAt(0));
const SVG = Uint8Array.from("<svg onload='ORIGINAL'/>", (char) => char.charCodeAt(0));
const PNG = halvesPng(400, 300);

/** Sends a request, and returns the keys read from the file store for the response. */
async function ask(path: string, init: RequestInit = {}, cookies: Record<string, string> = {}) {
	const read: string[] = [];
	const FILES = new Proxy(env.FILES, {
		get(bucket, name) {
			const member = Reflect.get(bucket, name);
			if (typeof member !== "function") return member;
			return (key: string, ...rest: unknown[]) => {
				read.push(key);
				return Reflect.apply(member, bucket, [key, ...rest]);
			};
		},
	});
	const headers = new Headers(init.headers);
	headers.set(
		"cookie",
		Object.entries(cookies)
			.map(([name, value]) => `${name}=${value}`)
			.join("; "),
	);
	const bindings = { ...env, FILES };
	const response = await app.fetch(
		new Request(new URL(path, ORIGIN), { ...init, headers }),
		bindings,
		executionOver(bindings),
	);
	return { response, read, body: new Uint8Array(await response.arrayBuffer()) };
}

async function setUp() {
	const sale = await makeSale();
	const { share } = sale;
	const file = (originalName: string, mimeType: string, bytes: Uint8Array<ArrayBuffer>) =>
		makeFile(share, bytes, { originalName, mimeType });
	const made = {
		image: await file("a.png", "image/png", PNG),
		svg: await file("b.svg", "image/svg+xml", SVG),
		video: await file("c.mp4", "video/mp4", ORIGINAL),
		bare: await file("d.mp3", "audio/mpeg", ORIGINAL),
		text: await file("e.txt", "text/plain", ORIGINAL),
		pdf: await file("f.pdf", "application/pdf", ORIGINAL),
		heic: await file("g.heic", "image/heic", ORIGINAL),
		tiff: await file("h.tiff", "image/tiff", ORIGINAL),
		psd: await file("i.psd", "image/vnd.adobe.photoshop", ORIGINAL),
		raw: await file("j.nef", "image/x-nikon-nef", ORIGINAL),
		avif: await file("k.avif", "image/avif", ORIGINAL),
	};
	await makeSharePreviews(ctx, share.id);
	const hash = await contentHash(CLIP);
	const objectKey = renditionKey(share.id, made.video.id, "clip", hash);
	await ctx.files.put(objectKey, CLIP);
	await ctx.db.insert(renditions).values({
		fileId: made.video.id,
		shareId: share.id,
		kind: "clip",
		hash,
		mimeType: "video/mp4",
		size: CLIP.length,
		objectKey,
		createdAt: ctx.now(),
	});
	return { ...sale, made, clipHash: hash };
}

let fixture: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
	fixture = await setUp();
});

const RANGES = [undefined, "bytes=0-", "bytes=0-3", "bytes=100-199", "bytes=-5", "bytes=0-1,4-5"];

describe("before payment", () => {
	it.each([
		"image",
		"svg",
		"video",
		"bare",
		"text",
		"pdf",
		"heic",
		"tiff",
		"psd",
		"raw",
		"avif",
	] as (keyof typeof fixture.made)[])(
		"serves no byte of the original of a %s, whatever the method and range",
		async (name) => {
			const file = fixture.made[name];
			const stranger = await makeCreator();
			for (const route of ["preview", "stream"])
				for (const method of ["GET", "HEAD"])
					for (const range of RANGES)
						for (const cookies of [{}, stranger.cookies]) {
							const headers = range ? { range } : undefined;
							const path = `/api/files/${file.id}/${route}`;
							const { response, read, body } = await ask(path, { method, headers }, cookies);
							expect(read).not.toContain(file.objectKey);
							expect(new TextDecoder().decode(body)).not.toContain("ORIGINAL");
							expect(body.length).toBeLessThan(4097);
							expect([200, 206, 404, 416]).toContain(response.status);
						}
		},
	);

	it("shows an image as its tiny raster, uncached at this address", async () => {
		const { response, body } = await ask(`/api/files/${fixture.made.image.id}/preview`);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("image/webp");
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		expect(response.headers.get("x-content-type-options")).toBe("nosniff");
		expect(body.length).toBe(Number(response.headers.get("content-length")));
		const part = await ask(`/api/files/${fixture.made.image.id}/preview`, {
			headers: { range: "bytes=3-9" },
		});
		expect(part.response.status).toBe(206);
		expect(part.body).toEqual(body.slice(3, 10));
	});

	it("logs why a preview is served in place of the original", async () => {
		const info = vi.spyOn(console, "info").mockImplementation(() => {});
		await ask(`/api/files/${fixture.made.image.id}/preview`);
		await ask(`/api/files/${fixture.made.bare.id}/stream`);
		await ask(`/api/files/${fixture.made.image.id}/preview`, {}, fixture.buyer.cookies);
		const lines = info.mock.calls.map(([line]) => JSON.parse(String(line)));
		info.mockRestore();
		const about = { event: "download.refused", reason: "no_identity", code: "preview" };
		expect(lines).toMatchObject([
			{ ...about, shareId: fixture.share.id, fileId: fixture.made.image.id },
			{ ...about, shareId: fixture.share.id, fileId: fixture.made.bare.id },
		]);
	});

	it("streams a film's clip, with ranges", async () => {
		const path = `/api/files/${fixture.made.video.id}/stream`;
		expect((await ask(path)).body).toEqual(CLIP);
		const part = await ask(path, { headers: { range: "bytes=4-7" } });
		expect(part.response.status).toBe(206);
		expect(part.response.headers.get("content-range")).toBe(`bytes 4-7/${CLIP.length}`);
		expect(part.body).toEqual(CLIP.slice(4, 8));
		expect((await ask(path, { headers: { range: "bytes=9999-" } })).response.status).toBe(416);
	});

	it("answers 404 without a clip or picture", async () => {
		const { bare, svg, text, video } = fixture.made;
		for (const path of [
			`/api/files/${bare.id}/stream`,
			`/api/files/${text.id}/stream`,
			`/api/files/${svg.id}/preview`,
			`/api/files/${text.id}/preview`,
			`/api/files/${video.id}/preview`,
			"/api/files/unknown-file-id/preview",
			"/api/files/%00/stream",
		])
			expect((await ask(path)).response.status).toBe(404);
	});
});

describe("after payment", () => {
	it("serves images and tracks in full to buyer and owner, with ranges", async () => {
		for (const { cookies } of [fixture.buyer, fixture.creator]) {
			const image = await ask(`/api/files/${fixture.made.image.id}/preview`, {}, cookies);
			expect(image.body).toEqual(PNG);
			expect(image.response.headers.get("content-type")).toBe("image/png");
			expect(image.response.headers.get("cache-control")).toBe("private, no-store");
			expect(image.response.headers.get("content-security-policy")).toContain("sandbox");
			const path = `/api/files/${fixture.made.bare.id}/stream`;
			expect((await ask(path, {}, cookies)).body).toEqual(ORIGINAL);
			const part = await ask(path, { headers: { range: "bytes=8-15" } }, cookies);
			expect(part.response.status).toBe(206);
			expect(new TextDecoder().decode(part.body)).toBe("ORIGINAL");
		}
	});

	// G2
	it("serves nothing inline but pictures, tracks and films, and never SVG", async () => {
		const { svg, text, pdf } = fixture.made;
		for (const file of [svg, text, pdf])
			for (const route of ["preview", "stream"]) {
				const path = `/api/files/${file.id}/${route}`;
				const { response, read } = await ask(path, {}, fixture.buyer.cookies);
				expect(response.status).toBe(404);
				expect(read).toEqual([]);
			}
	});
});

describe("a display copy", () => {
	let path: string;
	let objectKey: string;
	beforeAll(async () => {
		const { share, made } = fixture;
		const bytes = await convert(halvesPng(1200, 800), "image/webp");
		const hash = await contentHash(bytes);
		objectKey = renditionKey(share.id, made.heic.id, "display", hash);
		path = `/api/files/${made.heic.id}/preview`;
		await ctx.files.put(objectKey, bytes);
		await ctx.db.insert(renditions).values({
			fileId: made.heic.id,
			shareId: share.id,
			kind: "display",
			hash,
			objectKey,
			mimeType: "image/webp",
			size: bytes.length,
			width: 4000,
			height: 2667,
			createdAt: ctx.now(),
		});
	});
	const show = (imagePreview: "blur" | "watermark" | "none") =>
		ctx.db.update(shares).set({ imagePreview }).where(eq(shares.id, fixture.share.id));
	const displayFor = async (cookies: Record<string, string>) => {
		const { body } = await ask(`/api/file-shares/${fixture.share.slug}`, {}, cookies);
		const { files } = JSON.parse(new TextDecoder().decode(body)) as ShareResponse;
		return files.find(({ id }) => id === fixture.made.heic.id)?.display;
	};

	it.each(["none", "watermark", "blur"] as const)(
		"goes to those who may download a share that shows %s, and to nobody else",
		async (images) => {
			await show(images);
			for (const { cookies } of [fixture.buyer, fixture.creator]) {
				expect(await displayFor(cookies)).toEqual({ width: 4000, height: 2667 });
				for (const [width, served] of [
					[384, 384],
					[1024, 1024],
					[2048, 1200],
				] as const) {
					const { response, body } = await ask(`${path}?width=${width}`, {}, cookies);
					expect(readImageHeader(body)?.width).toBe(served);
					expect(response.headers.get("cache-control")).toBe("private, max-age=86400");
				}
				// A HEIC picture itself can't be shown.
				expect((await ask(path, {}, cookies)).response.status).toBe(404);
			}
			const stranger = await makeCreator();
			for (const cookies of [{}, stranger.cookies]) {
				expect(await displayFor(cookies)).toBeUndefined();
				for (const query of ["", "?width=384", "?width=2048"])
					for (const method of ["GET", "HEAD"])
						for (const range of RANGES) {
							const headers = range ? { range } : undefined;
							const { response, read } = await ask(path + query, { method, headers }, cookies);
							expect(response.status).toBe(404);
							expect(read).not.toContain(objectKey);
						}
			}
		},
	);

	it("isn't needed to fill a tile: a heavy original without one is narrowed for its buyers only", async () => {
		const { share, buyer } = fixture;
		const heavy = await makeFile(share, noisePng(640, 480), {
			originalName: "noise.png",
			mimeType: "image/png",
		});
		const address = `/api/files/${heavy.id}/preview`;
		for (const width of [384, 384, 2048]) {
			const { body } = await ask(`${address}?width=${width}`, {}, buyer.cookies);
			expect(readImageHeader(body)?.width).toBe(Math.min(width, 640));
		}
		expect((await ask(address, {}, buyer.cookies)).body).toEqual(noisePng(640, 480));
		const { read } = await ask(`${address}?width=384`);
		expect(read).not.toContain(heavy.objectKey);
	});

	it("serves the widths that pages ask for, and the original without one", async () => {
		const { cookies } = fixture.buyer;
		expect((await ask(`${path}?width=385`, {}, cookies)).response.status).toBe(400);
		const plain = `/api/files/${fixture.made.image.id}/preview?width=384`;
		expect((await ask(plain, {}, cookies)).body).toEqual(PNG);
	});
});

describe("renditions under content-addressed URLs", () => {
	it("lets browsers cache renditions forever, and other caches for a minute", async () => {
		const { response, body } = await ask(`/api/renditions/${fixture.clipHash}`);
		expect(response.headers.get("cache-control")).toBe(
			"public, max-age=31536000, s-maxage=60, immutable",
		);
		expect(body).toEqual(CLIP);
		expect((await ask(`/api/renditions/${"x".repeat(43)}`)).response.status).toBe(404);
	});

	it("serves narrower renditions for small screens, while the share shows them", async () => {
		const other = await setUp();
		const { image } = other.made;
		const sharp = await convert(halvesPng(900, 600), "image/webp");
		const hash = await contentHash(Uint8Array.from([...sharp, 0]));
		const objectKey = renditionKey(other.share.id, image.id, "watermarked", hash);
		await ctx.files.put(objectKey, sharp);
		await ctx.db
			.update(shares)
			.set({ imagePreview: "watermark" })
			.where(eq(shares.id, other.share.id));
		await ctx.db.insert(renditions).values({
			fileId: image.id,
			shareId: other.share.id,
			kind: "watermarked",
			hash,
			objectKey,
			mimeType: "image/webp",
			size: sharp.length,
			createdAt: ctx.now(),
		});
		const widthOf = async (query: string) => {
			const { response, read, body } = await ask(`/api/renditions/${hash}${query}`);
			expect(read).not.toContain(image.objectKey);
			expect(response.headers.get("cache-control")).toContain("immutable");
			return readImageHeader(body)?.width;
		};
		expect(await widthOf("")).toBe(900);
		// The first call makes the copy, the second reads the cached one.
		for (const _ of ["made", "kept"]) expect(await widthOf("?width=384")).toBe(384);
		expect((await ask(`/api/renditions/${hash}?width=385`)).response.status).toBe(400);
		// A clip has no narrower copy.
		expect((await ask(`/api/renditions/${fixture.clipHash}?width=256`)).body).toEqual(CLIP);
		await ctx.db.update(shares).set({ status: "taken_down" }).where(eq(shares.id, other.share.id));
		expect((await ask(`/api/renditions/${hash}?width=384`)).response.status).toBe(404);
	});

	it("serves nothing of a deleted or taken down share", async () => {
		const other = await setUp();
		const paths = [
			`/api/files/${other.made.image.id}/preview`,
			`/api/files/${other.made.video.id}/stream`,
		];
		const status = (value: "deleted" | "taken_down" | "uploading") =>
			ctx.db.update(shares).set({ status: value }).where(eq(shares.id, other.share.id));
		for (const [value, expected] of [
			["deleted", 404],
			["uploading", 404],
			["taken_down", 410],
		] as const) {
			await status(value);
			for (const path of paths)
				expect((await ask(path, {}, other.buyer.cookies)).response.status).toBe(expected);
		}
		const { image } = other.made;
		const [row] = await ctx.db.select().from(renditions).where(eq(renditions.fileId, image.id));
		await ctx.db.delete(renditions).where(eq(renditions.fileId, fixture.made.image.id));
		expect((await ask(`/api/renditions/${row?.hash}`)).response.status).toBe(404);
	});
});
