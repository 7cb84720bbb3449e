import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type {
	CreatedShare,
	MyShare,
	ShareResponse,
} from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { convert, halvesPng, noisePng, withExif } from "../../test/fixtures/images.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import {
	call,
	makeCreator,
	ORIGIN,
	putBytes,
	request,
	testCtx,
} from "../../test/fixtures/test-app.ts";
import { begin, begun, complete, put } from "../../test/fixtures/upload-helpers.ts";
import { readImageHeader } from "../contract/image-header.ts";
import { type MissingPreviews, RENDITION_BYTES } from "./contract/previews.ts";
import { makeSharePreviews } from "./make-share-previews.ts";
import { renditions } from "./tables.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Cookies = Record<string, string>;
const ctx = testCtx();
const PHOTO = halvesPng(2400, 1800);
/** New in each test: an address is shared by all pictures of the same content. */
let sample = halvesPng(1600, 1200);
let tests = 0;

/** A share on sale with four pictures and a text; the first picture is an unmarked sample without its rendition. */
async function onSale() {
	const sale = await makeSale({ share: { title: "Harbour" } });
	const { share, creator } = sale;
	const pictures = [];
	for (const [at, originalName] of ["a.png", "b.png", "c.png", "d.png"].entries()) {
		const file = { originalName, mimeType: "image/png", position: at + 1 };
		pictures.push(await makeFile(share, PHOTO, file));
	}
	await makeSharePreviews(ctx, share.id);
	const [first] = pictures;
	if (!first) throw new Error("no picture");
	const edit = (json: object, cookies: Cookies = creator.cookies) =>
		call("PATCH", `/api/file-shares/${share.slug}`, json, cookies);
	const page = async (cookies: Cookies = {}) =>
		(await request(`/api/file-shares/${share.slug}`, { cookies })).json<ShareResponse>();
	const send = (body: Bytes, file = first, size = "width=2400&height=1800") =>
		putBytes(`/api/files/${file.id}/preview?kind=sample&${size}`, body, creator.cookies);
	const missing = async () =>
		(
			await call("GET", "/api/missing-previews", undefined, creator.cookies)
		).json<MissingPreviews>();
	expect((await edit({ samples: [first.id], samplesMarked: false })).status).toBe(200);
	return { ...sale, pictures, first, edit, page, send, missing };
}
type OnSale = Awaited<ReturnType<typeof onSale>>;

let sold: OnSale;
beforeEach(async () => {
	sold = await onSale();
	sample = halvesPng(1600, 1200 - ++tests);
});

const fieldsOf = async (response: Response) => {
	expect(response.status).toBe(400);
	return Object.keys((await response.json<{ fields: object }>()).fields);
};
const previewOf = async () =>
	(await sold.page()).files.find(({ id }) => id === sold.first.id)?.preview;
const rowOf = async (kind: string) =>
	(await ctx.db.select().from(renditions).where(eq(renditions.fileId, sold.first.id))).find(
		(row) => row.kind === kind,
	);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("a sample", () => {
	it("misses a sample until a browser sends it, then shows it sharp to everyone", async () => {
		expect(await previewOf()).toMatchObject({ kind: "image" });
		expect((await sold.missing()).shares[0]?.files).toContainEqual(
			expect.objectContaining({ id: sold.first.id, isUnmarked: true }),
		);
		expect((await sold.send(sample)).status).toBe(200);
		const files = (await sold.missing()).shares.flatMap((share) => share.files);
		expect(files.map(({ id }) => id)).not.toContain(sold.first.id);
		const page = await sold.page();
		const kinds = page.files.map(({ preview }) => preview?.kind);
		expect(kinds).toEqual([undefined, "sample", "image", "image", "image"]);
		expect(page.cover).toMatchObject({ kind: "sample", fileId: sold.first.id, width: 2400 });
		const src = (await previewOf())?.src ?? "";
		for (const [path, width] of [
			[src, 1600],
			[`${src}?width=1024`, 1024],
			[`/api/files/${sold.first.id}/preview`, 1600],
		] as const)
			expect(readImageHeader(await bytesOf(await request(path))), path).toMatchObject({
				width,
				metadata: false,
			});
	});

	it("covers a share with its sample, unless its creator chose another picture", async () => {
		const [, second] = sold.pictures;
		await sold.edit({ samples: [second?.id] });
		expect((await sold.send(sample, second)).status).toBe(200);
		expect((await sold.page()).cover).toMatchObject({ kind: "sample", fileId: second?.id });
		await sold.edit({ coverFileId: sold.first.id });
		expect((await sold.page()).cover).toMatchObject({ kind: "image", fileId: sold.first.id });
	});

	// G2
	it("keeps no sent byte and no metadata of a sample", async () => {
		const jpeg = withExif(await convert(noisePng(1200, 900), "image/jpeg"), 1);
		expect((await sold.send(jpeg)).status).toBe(200);
		const row = await rowOf("sample");
		const kept = await bytesOf(await request((await previewOf())?.src ?? ""));
		expect(kept.length).toBeLessThanOrEqual(RENDITION_BYTES.sample);
		expect(row).toMatchObject({ mimeType: "image/webp", inline: null, size: kept.length });
		const text = Buffer.from(kept).toString("latin1");
		expect(text).not.toContain("SecretCamera");
		const sent = Buffer.from(jpeg).toString("latin1");
		for (let at = 0; at + 64 <= sent.length; at += 64)
			expect(text.includes(sent.slice(at, at + 64))).toBe(false);
	});

	// G2
	it("never stores a sample as it was sent, even if the Images binding is out of order", async () => {
		const input = vi.spyOn(ctx.env.IMAGES, "input").mockImplementation(() => {
			throw Object.assign(new Error("the usage limit was reached"), { code: 9422 });
		});
		expect((await sold.send(sample)).status).toBe(503);
		input.mockRestore();
		expect(await rowOf("sample")).toBeUndefined();
	});

	it.each([
		["too many pixels", () => halvesPng(1601, 40), undefined, 400],
		["more pixels than the original", () => halvesPng(900, 40), "width=800&height=600", 400],
		["too many bytes", () => noisePng(700, 700), undefined, 413],
		["bytes of another kind", () => new Uint8Array(Buffer.from("<svg/>")), undefined, 415],
		["a part of a picture", () => sample.slice(0, -12), undefined, 400],
		["no size of the original", () => sample, "", 400],
	])("refuses a sample with %s", async (_, bytes, size, status) => {
		expect((await sold.send(bytes(), sold.first, size)).status).toBe(status);
		expect(await rowOf("sample")).toBeUndefined();
	});

	it("refuses a sample of unchosen and hidden pictures, and of others' files", async () => {
		const [first, second] = sold.pictures;
		expect((await sold.send(sample, second)).status).toBe(400);
		await sold.edit({ files: [{ id: first?.id, noPreview: true }] });
		expect((await sold.send(sample)).status).toBe(400);
		const other = await onSale();
		expect((await sold.send(sample, other.first)).status).toBe(404);
	});
});

describe("the choice of samples", () => {
	it("allows three different pictures of the share as samples", async () => {
		const ids = sold.pictures.map(({ id }) => id);
		expect(await fieldsOf(await sold.edit({ samples: ids }))).toEqual(["samples"]);
		expect(await fieldsOf(await sold.edit({ samples: [ids[0], ids[0]] }))).toEqual(["samples"]);
		const { id: foreign } = (await onSale()).first;
		expect(await fieldsOf(await sold.edit({ samples: [foreign] }))).toEqual(["samples"]);
		const page = await sold.page();
		const text = page.files.find(({ mimeType }) => mimeType === "text/plain");
		expect(await fieldsOf(await sold.edit({ samples: [text?.id] }))).toEqual(["samples"]);
		const edited = await sold.edit({ samples: ids.slice(0, 3) });
		const { fileShare } = await edited.json<{ fileShare: MyShare }>();
		expect(fileShare.samples).toEqual(ids.slice(0, 3));
	});

	it("lets only the creator choose samples, and reveals them to nobody else", async () => {
		const json = { samples: [] };
		expect((await sold.edit(json, sold.buyer.cookies)).status).toBe(401);
		expect((await sold.edit(json, (await makeCreator()).cookies)).status).toBe(404);
		expect(await sold.page()).not.toHaveProperty("fileShare.samples");
	});

	it("serves a former sample only to its creator and buyers", async () => {
		await sold.send(sample);
		const src = (await previewOf())?.src ?? "";
		await sold.edit({ samples: [] });
		expect(await previewOf()).toMatchObject({ kind: "image" });
		for (const path of [src, `${src}?width=256`]) expect((await request(path)).status).toBe(404);
		for (const { cookies } of [sold.creator, sold.buyer]) {
			const own = await request(src, { cookies });
			expect(own.status).toBe(200);
			expect(own.headers.get("cache-control")).toBe("private, no-store");
		}
	});

	it.each([
		[
			"the file shows no preview",
			() => sold.edit({ files: [{ id: sold.first.id, noPreview: true }] }),
		],
		["the share shows no previews", () => sold.edit({ images: "none" })],
		[
			"the share is taken down",
			() => ctx.db.update(shares).set({ status: "taken_down" }).where(eq(shares.id, sold.share.id)),
		],
		[
			"the share is deleted",
			() => call("DELETE", `/api/file-shares/${sold.share.slug}`, undefined, sold.creator.cookies),
		],
	])("shows nothing once %s", async (_, end) => {
		await sold.send(sample);
		const src = (await previewOf())?.src ?? "";
		expect((await request(src)).status).toBe(200);
		await end();
		expect((await request(src)).status).toBe(404);
		expect([404, 410]).toContain((await request(`/api/files/${sold.first.id}/preview`)).status);
	});
});

describe("a picture that browsers can't show", () => {
	it("shows creator and buyers a sharp picture that browsers can't show", async () => {
		const { share, creator, buyer } = sold;
		const file = { originalName: "phone.heic", mimeType: "image/heic", position: 9 };
		const { id } = await makeFile(share, PHOTO, file);
		await sold.edit({ coverFileId: id, samples: [] });
		const marked = halvesPng(1024, 768 - tests);
		for (const [kind, body] of Object.entries({ image: halvesPng(96, 72), watermarked: marked })) {
			const path = `/api/files/${id}/preview?kind=${kind}&width=2400&height=1800`;
			const put = await putBytes(path, body, creator.cookies);
			expect(put.status).toBe(200);
		}
		const seenBy = async (cookies: Cookies) => {
			const { files } = await sold.page(cookies);
			return files.find((one) => one.id === id)?.preview;
		};
		expect(await seenBy({})).toMatchObject({ kind: "image" });
		for (const { cookies } of [creator, buyer]) {
			const preview = await seenBy(cookies);
			expect(preview).toMatchObject({ kind: "watermarked" });
			const src = preview?.src ?? "";
			expect((await request(src, { cookies })).status).toBe(200);
			expect((await request(src)).status).toBe(404);
			expect((await request(src, { cookies: (await makeCreator()).cookies })).status).toBe(404);
		}
		const list = await call("GET", "/api/my-file-shares", undefined, creator.cookies);
		const [mine] = await list.json<MyShare[]>();
		expect(mine?.cover).toMatchObject({ kind: "watermarked", fileId: id });
		expect((await sold.page(creator.cookies)).cover).toMatchObject({ kind: "image" });
	});
});

describe("samples of an upload", () => {
	const FILES = [
		{ name: "a.png", size: PHOTO.length },
		{ name: "b.txt", size: 5 },
	];

	it("names an upload's samples by index, and moves them to a successor", async () => {
		const who = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
		const upload = await begun(FILES, { samples: [0], samplesMarked: false }, who);
		const path = `/api/uploads/${upload.id}/files/${upload.files[0]?.id}/preview`;
		const query = "kind=sample&width=2400&height=1800";
		const sent = await putBytes(`${path}?${query}`, sample, who.cookies);
		expect(sent.status).toBe(200);
		await put(upload, 0, 1, PHOTO, { who });
		await put(upload, 1, 1, new Uint8Array(Buffer.from("12345")), { who });
		expect((await complete(upload, who)).status).toBe(201);
		const page = await request(`/api/file-shares/${upload.shareId}`);
		const picture = (await page.json<ShareResponse>()).files.find(
			({ originalName }) => originalName === "a.png",
		);
		expect(picture?.preview).toMatchObject({ kind: "sample" });

		const list = async () => {
			const response = await call("GET", "/api/my-file-shares", undefined, who.cookies);
			return (await response.json<MyShare[]>())[0]?.samples;
		};
		expect(await list()).toEqual([picture?.id]);
		const replaces = { file: picture?.id ?? "" };
		const news = [{ name: "new.png", size: PHOTO.length, replaces }];
		const next = await begun(news, { addTo: upload.shareId }, who);
		await put(next, 0, 1, PHOTO, { who });
		expect((await complete(next, who)).status).toBe(201);
		expect(await list()).toEqual([next.files[0]?.id]);
		const remove = `/api/file-shares/${upload.shareId}/files/remove`;
		await call("POST", remove, { files: [next.files[0]?.id] }, who.cookies);
		expect(await list()).toEqual([]);
	});

	it.each([
		["a file that is no picture", { samples: [1] }],
		["an index without a file", { samples: [2] }],
		["the same file twice", { samples: [0, 0] }],
		["four files", { samples: [0, 1, 2, 3] }],
		["files of a share that is published", { samples: [0], addTo: "some-share" }],
		["ids", { samples: ["0"] }],
	])("refuses samples for %s", async (_, more) => {
		const who = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
		const [field] = await fieldsOf(await begin(FILES, more, who));
		expect(field).toMatch(/^samples/);
	});
});

describe("samples with their creator's name across them", () => {
	/** New in each test, like `sample`. */
	let marked = halvesPng(1024, 768);
	beforeEach(() => {
		marked = halvesPng(1024, 768 - tests);
	});

	/** A listed share with both kinds of its sample; returns its viewers' previews. */
	async function withBoth() {
		const handle = `m${tests}-${sold.share.slug.toLowerCase().replace(/[^a-z0-9]/g, "0")}`.slice(
			0,
			24,
		);
		await call("PUT", "/api/creator-page", { handle }, sold.creator.cookies);
		await sold.edit({ listed: true });
		expect((await sold.send(sample)).status).toBe(200);
		const path = `/api/files/${sold.first.id}/preview?kind=watermarked&width=2400&height=1800`;
		expect((await putBytes(path, marked, sold.creator.cookies)).status).toBe(200);
		const hashOf = async (kind: string) => (await rowOf(kind))?.hash ?? "";
		const hashes = { sample: await hashOf("sample"), watermarked: await hashOf("watermarked") };
		return { handle, hashes };
	}

	const VIEWERS = {
		stranger: () => ({}),
		buyer: () => sold.buyer.cookies,
		creator: () => sold.creator.cookies,
	};
	/** Changes in their order, and the kinds that strangers may see at the end, the best first. */
	const STATES: [string, object[], ("sample" | "watermarked")[]][] = [
		["unmarked", [], ["sample", "watermarked"]],
		["marked", [{ samplesMarked: true }], ["watermarked"]],
		[
			"marked and unmarked again",
			[{ samplesMarked: true }, { samplesMarked: false }],
			["sample", "watermarked"],
		],
		[
			"marked, unmarked and marked once more",
			[{ samplesMarked: true }, { samplesMarked: false }, { samplesMarked: true }],
			["watermarked"],
		],
		["no longer chosen", [{ samples: [] }], []],
		["unchosen in a watermarked share", [{ samples: [], images: "watermark" }], ["watermarked"]],
		["unmarked in a watermarked share", [{ images: "watermark" }], ["sample", "watermarked"]],
		["without previews", [{ images: "none" }], []],
	];

	it.each(STATES)("shows and serves only allowed content while %s", async (_, edits, seen) => {
		const { handle, hashes } = await withBoth();
		for (const edit of edits) expect((await sold.edit(edit)).status).toBe(200);
		const [best] = seen;
		const isHidden = edits.some((edit) => "images" in edit && edit.images === "none");
		const shown = isHidden ? undefined : (best ?? "image");
		expect((await previewOf())?.kind).toBe(shown);
		expect((await sold.page()).cover?.kind).toBe(shown);
		for (const [viewer, cookies] of Object.entries(VIEWERS))
			for (const [kind, hash] of Object.entries(hashes))
				for (const query of ["", "?width=640"]) {
					const answer = await request(`/api/renditions/${hash}${query}`, { cookies: cookies() });
					const mayOpen = !isHidden && (viewer !== "stranger" || seen.some((one) => one === kind));
					expect(answer.status, `${viewer} ${kind}${query}`).toBe(mayOpen ? 200 : 404);
				}
		const preview = await bytesOf(await request(`/api/files/${sold.first.id}/preview`));
		const width = { sample: 1600, watermarked: 1024, image: 96 }[shown ?? "image"];
		if (shown) expect(readImageHeader(preview)).toMatchObject({ width });
		const put = await sold.send(halvesPng(1600, 800 - tests));
		expect(put.status).toBe(best === "sample" ? 200 : 400);

		const unseen = Object.entries(hashes).filter(([kind]) => !seen.some((one) => one === kind));
		const { slug } = sold.share;
		for (const path of [
			`/api/file-shares/${slug}`,
			`/share/${slug}`,
			`/embed/${slug}`,
			`/oembed?url=${encodeURIComponent(`${ORIGIN}/share/${slug}`)}`,
			`/c/${handle}`,
			`/c/${handle}/feed.xml`,
			`/api/creators/${handle}`,
		]) {
			const response = await request(path);
			expect(response.status, path).toBe(200);
			const text = await response.text();
			for (const [kind, hash] of unseen) expect(text.includes(hash), `${path} ${kind}`).toBe(false);
		}
	});

	it("crops the link card from a shown picture, never from an unmarked copy", async () => {
		await withBoth();
		const card = async () => bytesOf(await request(`/share/${sold.share.slug}/card.jpg`));
		const unmarked = await card();
		await sold.edit({ samplesMarked: true });
		const withName = await card();
		await sold.edit({ samples: [] });
		const blurred = await card();
		for (const [a, b] of [
			[unmarked, withName],
			[withName, blurred],
			[unmarked, blurred],
		] as const)
			expect(Buffer.compare(a, b)).not.toBe(0);
		await sold.edit({ samples: [sold.first.id] });
		expect(Buffer.compare(await card(), withName)).toBe(0);
	});

	it("misses the kind that the samples have, and says which", async () => {
		await sold.edit({ samplesMarked: true });
		const named = async () =>
			(await sold.missing()).shares.flatMap(({ files }) =>
				files.map(({ name, isUnmarked }) => [name, isUnmarked]),
			);
		expect(await named()).toEqual([["a.png", undefined]]);
		const path = `/api/files/${sold.first.id}/preview?kind=watermarked&width=2400&height=1800`;
		expect((await putBytes(path, marked, sold.creator.cookies)).status).toBe(200);
		expect(await named()).toEqual([]);
		await sold.edit({ samplesMarked: false });
		expect(await named()).toEqual([["a.png", true]]);
		expect(await previewOf()).toMatchObject({ kind: "watermarked", isSample: true });
	});
});

describe("the default samples", () => {
	const pictures = (n: number, more: object = {}) =>
		Array.from({ length: n }, (_, at) => ({ name: `${at}.png`, size: PHOTO.length, ...more }));
	const text = { name: "read-me.txt", size: 5 };
	const blurred = { images: "blur" };

	it.each<[string, object[], object, number[]]>([
		["one picture", pictures(1), {}, []],
		["three pictures", pictures(3), {}, []],
		["four pictures", pictures(4), {}, [0]],
		["five pictures after a text", [text, ...pictures(5)], { preview: blurred }, [1]],
		["three pictures and texts", [...pictures(3), text, { ...text, name: "b.txt" }], {}, []],
		["three that are shown of four", [...pictures(3), ...pictures(1, { noPreview: true })], {}, []],
		["watermarked ones", pictures(5), { preview: { images: "watermark" } }, []],
		["hidden ones", pictures(5), { preview: { images: "none" } }, []],
		["an explicit choice", pictures(5), { samples: [2] }, [2]],
		["the explicit choice of none", pictures(5), { samples: [] }, []],
	])("chooses of %s", async (_, files, more, expected) => {
		const who = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
		const upload = await begun(files as (typeof text)[], more, who);
		const [row] = await ctx.db.select().from(shares).where(eq(shares.slug, upload.shareId));
		expect(row?.samples).toEqual(expected.map((at) => upload.files[at]?.id));
		expect(row?.samplesMarked).toBe(true);
	});

	it.each([
		[3, 0],
		[4, 1],
	])(
		"takes the same of a form with %i pictures, and keeps it when files are added",
		async (n, samples) => {
			const who = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
			const form = new FormData();
			form.set("title", "By form");
			form.set("price", "5.00");
			for (let at = 0; at < n; at++) form.append("files", new File([PHOTO], `${at}.png`));
			const { cookies } = who;
			const made = await request("/api/file-shares", { method: "POST", body: form, cookies });
			const { fileShare, files } = await made.json<CreatedShare>();
			const rowNow = async () =>
				(await ctx.db.select().from(shares).where(eq(shares.slug, fileShare.shareId)))[0];
			const chosen = files.slice(0, samples).map(({ id }) => id);
			expect(await rowNow()).toMatchObject({ samples: chosen, samplesMarked: true });
			const next = await begun(pictures(2), { addTo: fileShare.shareId }, who);
			for (const at of [0, 1]) await put(next, at, 1, PHOTO, { who });
			expect((await complete(next, who)).status).toBe(201);
			expect(await rowNow()).toMatchObject({ samples: chosen, fileCount: n + 2 });
		},
	);
});
