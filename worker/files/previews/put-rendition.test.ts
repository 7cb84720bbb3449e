import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { RenditionKind } from "../../catalogue/shares/contract/shares.ts";
import type { shares } from "../../catalogue/shares/tables.ts";
import type { OpenUploadFile, RenditionRoom } from "../../core/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { runPurges } from "../../platform/queue/purge.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { clipOfBytes, silentClip, silentWav } from "../../test/fixtures/clips.ts";
import { convert, halvesPng, noisePng, withExif } from "../../test/fixtures/images.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { readCredits, withCredits } from "../contract/credits.ts";
import { readImageHeader } from "../contract/image-header.ts";
import type { Announced } from "./check-rendition.ts";
import { clipBytes, type GlyphSheet, type Listing, RENDITION_BYTES } from "./contract/previews.ts";
import { putRendition } from "./put-rendition.ts";
import { bytesOfDataUri, dataUri } from "./rendition-row.ts";
import { renditions } from "./tables.ts";

const ctx = testCtx();
const MIME_TYPES = {
	"a.jpg": "image/jpeg",
	"a.svg": "image/svg+xml",
	"a.mp3": "audio/mpeg",
	"a.mp4": "video/mp4",
	"a.zip": "application/zip",
	"a.pdf": "application/pdf",
	"a.ttf": "font/ttf",
} as const;

async function uploading(
	name: keyof typeof MIME_TYPES,
	policy: Partial<typeof shares.$inferInsert> = {},
): Promise<OpenUploadFile> {
	const share = await makeShare((await makeCreator()).user.id, { status: "uploading", ...policy });
	return {
		id: ctx.id(),
		shareId: share.id,
		mimeType: MIME_TYPES[name],
		noPreview: false,
		wholeOnly: false,
	};
}
/** The files here belong to no upload session; the route's test has one. */
const ROOM: RenditionRoom = {
	reserve: async () => {},
	keep: async () => {},
	release: async () => {},
};
function put(file: OpenUploadFile, announced: Announced, bytes: Uint8Array<ArrayBuffer>) {
	const stream = new Blob([bytes]).stream();
	return putRendition(ctx, { file, announced, body: { stream, size: bytes.length }, room: ROOM });
}
async function stored(file: OpenUploadFile, kind: RenditionKind) {
	const [row] = await ctx.db
		.select()
		.from(renditions)
		.where(and(eq(renditions.fileId, file.id), eq(renditions.kind, kind)));
	return row;
}
/** Expects a refusal with this code, and nothing stored. */
async function refused(
	code: string,
	file: OpenUploadFile,
	...rest: [Announced, Uint8Array<ArrayBuffer>]
) {
	const error = await put(file, ...rest).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(ApiError);
	expect(error).toMatchObject({ code });
	expect(await stored(file, rest[0].kind)).toBeUndefined();
	const { objects } = await ctx.files.list({ prefix: `renditions/${file.shareId}/` });
	expect(objects).toEqual([]);
}

describe("pictures from the browser", () => {
	const photo = { kind: "image", width: 4000, height: 3000 } as const;

	it("stores a picture with the proportions of the original", async () => {
		const file = await uploading("a.jpg");
		const bytes = await convert(halvesPng(64, 48), "image/webp");
		const { size } = await put(file, photo, bytes);
		const row = await stored(file, "image");
		expect(row).toMatchObject({ mimeType: "image/webp", width: 4000, height: 3000, size });
		const kept = readImageHeader(bytesOfDataUri(row?.inline ?? ""));
		expect(kept).toEqual({ format: "image/webp", width: 64, height: 48, metadata: false });
	});

	it("accepts a picture made from an SVG", async () => {
		const file = await uploading("a.svg");
		await put(file, { ...photo, width: 400, height: 300 }, halvesPng(64, 48));
		expect(await stored(file, "image")).toMatchObject({ mimeType: "image/webp" });
	});

	it("refuses pictures larger than allowed", async () => {
		const file = await uploading("a.jpg");
		await refused("request.invalid", file, photo, halvesPng(97, 10));
		await refused("request.invalid", file, { ...photo, width: 100, height: 80 }, halvesPng(26, 9));
		await refused("request.too_large", file, photo, noisePng(60, 60));
		const watermarked = { ...photo, kind: "watermarked" } as const;
		await refused("request.invalid", file, watermarked, halvesPng(1025, 60));
		await put(file, watermarked, halvesPng(1024, 768));
		expect(await stored(file, "watermarked")).toMatchObject({ inline: null });
	});

	it("stores a web edition with its credits alone, in place of the display copy", async () => {
		const singles = {
			fileCents: 500,
			packages: [],
			included: 0,
			web: { edge: 1000, fileCents: 200, wholeCents: 900 },
		};
		const file = await uploading("a.jpg", { singles });
		const web = { ...photo, kind: "web" } as const;
		const jpeg = await convert(noisePng(1000, 60), "image/jpeg");
		await refused("request.invalid", await uploading("a.jpg"), web, jpeg);
		await refused("file.type_not_accepted", file, web, noisePng(900, 60));
		await refused("request.invalid", file, web, await convert(noisePng(1001, 60), "image/jpeg"));
		await put(file, { ...photo, kind: "display" }, halvesPng(900, 60));
		const copyright = new Map([[0x8298, new TextEncoder().encode("A. Photographer\0")]]);
		await put(file, web, withExif(jpeg, 6));
		const former = await stored(file, "web");
		await put(file, web, withCredits(jpeg, copyright));
		expect(await stored(file, "display")).toBeUndefined();
		const row = await stored(file, "web");
		const object = await ctx.files.get(row?.objectKey ?? "");
		const bytes = new Uint8Array((await object?.arrayBuffer()) ?? []);
		expect(row).toMatchObject({
			mimeType: "image/jpeg",
			size: bytes.length,
			etag: object?.etag,
			crc32: crc32(bytes),
			edge: 1000,
		});
		expect(readCredits(bytes)).toEqual(copyright);
		const before = await ctx.files.get(former?.objectKey ?? "");
		expect(Buffer.from((await before?.arrayBuffer()) ?? []).includes("SecretCamera")).toBe(false);
		await runPurges({ ...ctx, now: () => Date.now() + 25 * 60 * 60_000 });
		expect(await ctx.files.head(former?.objectKey ?? "")).toBeNull();
		expect(await ctx.files.head(row?.objectKey ?? "")).not.toBeNull();
	});

	it("stores a display copy as it was sent, whatever the share shows", async () => {
		const display = { ...photo, kind: "display" } as const;
		for (const imagePreview of ["blur", "watermark", "none"] as const) {
			const file = await uploading("a.jpg", { imagePreview });
			await refused("request.invalid", file, display, halvesPng(2049, 60));
			const bytes = await convert(halvesPng(2048, 1536), "image/webp");
			await put(file, display, bytes);
			const row = await stored(file, "display");
			expect(row).toMatchObject({ inline: null, width: 4000, height: 3000 });
			const kept = await ctx.files.get(row?.objectKey ?? "");
			expect(new Uint8Array((await kept?.arrayBuffer()) ?? [])).toEqual(bytes);
		}
		await refused("request.invalid", await uploading("a.pdf"), display, halvesPng(2000, 60));
	});

	it("refuses other content as a picture, and removes camera metadata", async () => {
		const file = await uploading("a.jpg");
		const text = (content: string) => Uint8Array.from(content, (char) => char.charCodeAt(0));
		await refused("file.type_not_accepted", file, photo, text("<svg onload='x'/>"));
		await refused("file.type_not_accepted", file, photo, text("GIF89a\x0a\x00\x0a\x00      "));
		await refused("request.invalid", file, photo, new Uint8Array(0));
		await refused("request.invalid", file, photo, halvesPng(64, 48).slice(0, -12));
		const jpeg = await convert(halvesPng(64, 48), "image/jpeg");
		await put(file, photo, withExif(jpeg, 1));
		const kept = bytesOfDataUri((await stored(file, "image"))?.inline ?? "");
		expect(new TextDecoder("latin1").decode(kept)).not.toContain("SecretCamera");
	});

	it("re-encodes pictures, smaller if they are still too large", async () => {
		const file = await uploading("a.jpg");
		const grainy = noisePng(34, 34);
		expect(grainy.length).toBeLessThan(RENDITION_BYTES.image);
		const { size } = await put(file, photo, grainy);
		expect(size).toBeLessThanOrEqual(RENDITION_BYTES.image);
		const row = await stored(file, "image");
		expect(row?.mimeType).toBe("image/webp");
		const damaged = halvesPng(64, 48);
		damaged.fill(0x37, 45, damaged.length - 20);
		await refused("request.invalid", await uploading("a.jpg"), photo, damaged);
	});

	it("keeps checked pictures while the Images binding is out of order", async () => {
		const file = await uploading("a.jpg");
		const quota = Object.assign(new Error("the usage limit was reached"), { code: 9422 });
		const input = vi.spyOn(ctx.env.IMAGES, "input").mockImplementation(() => {
			throw quota;
		});
		const png = halvesPng(64, 48);
		await put(file, photo, png);
		input.mockRestore();
		expect(bytesOfDataUri((await stored(file, "image"))?.inline ?? "")).toEqual(png);
	});

	it("stores pages and covers with the original's proportions and pages", async () => {
		const file = await uploading("a.pdf");
		const page = { kind: "page", width: 612, height: 792, pages: 12 } as const;
		await put(file, page, halvesPng(791, 1024));
		expect(await stored(file, "page")).toMatchObject({ width: 612, height: 792, pages: 12 });
		await refused("request.invalid", await uploading("a.pdf"), page, halvesPng(1025, 800));
		const track = await uploading("a.mp3");
		const art = { kind: "art", width: 3000, height: 3000 } as const;
		await put(track, art, halvesPng(640, 640));
		expect(await stored(track, "art")).toMatchObject({ width: 3000, inline: null });
		await refused("request.invalid", await uploading("a.mp3"), art, halvesPng(641, 640));
		await refused("request.invalid", await uploading("a.jpg"), art, halvesPng(64, 64));
	});

	// G2
	it("stores further pages up to a tenth of the document, and of no other file", async () => {
		const page = (kind: RenditionKind, pages: number) =>
			({ kind, width: 612, height: 792, pages }) as const;
		const file = await uploading("a.pdf");
		await put(file, page("page2", 20), halvesPng(791, 1024));
		await put(file, page("page5", 900), halvesPng(791, 1024));
		expect(await stored(file, "page2")).toMatchObject({ pages: 20, inline: null });
		for (const [kind, pages] of [
			["page2", 19],
			["page3", 29],
			["page5", 49],
		] as const)
			await refused(
				"request.invalid",
				await uploading("a.pdf"),
				page(kind, pages),
				halvesPng(791, 1024),
			);
		const larger = halvesPng(1025, 800);
		await refused("request.invalid", await uploading("a.pdf"), page("page2", 20), larger);
		for (const name of ["a.jpg", "a.mp3", "a.zip"] as const)
			await refused("request.invalid", await uploading(name), page("page2", 20), halvesPng(64, 64));
	});
});

describe("tags from the browser", () => {
	const text = (content: string) => new Uint8Array(new TextEncoder().encode(content));
	const tags = { kind: "tags" } as const;

	// G2
	it("stores tags in their row alone, with no other field and no long run of the track", async () => {
		const file = await uploading("a.mp3");
		const sent = { title: "Low Tide", artist: "é".repeat(60), number: 3 };
		await refused(
			"request.invalid",
			file,
			tags,
			text(JSON.stringify({ ...sent, lyrics: "secret" })),
		);
		await put(file, tags, text(JSON.stringify(sent)));
		const row = await stored(file, "tags");
		expect(row).toMatchObject({ objectKey: null, mimeType: "application/json" });
		const kept = JSON.parse(row?.inline ?? "");
		expect(kept).toEqual({
			title: "Low Tide",
			artist: expect.stringMatching(/^é+…é+$/),
			number: 3,
		});
		expect(text(kept.artist).length).toBeLessThanOrEqual(60);
	});

	it.each([
		["no JSON", "Low Tide"],
		["a title that is no text", '{"title":7}'],
		["a number that is none", '{"number":"1/8"}'],
		["a longer text than a title is", JSON.stringify({ title: "a".repeat(121) })],
	])("refuses tags: %s", async (_name, content) => {
		await refused("request.invalid", await uploading("a.mp3"), tags, text(content));
	});

	it("refuses tags of a picture", async () => {
		await refused("request.invalid", await uploading("a.jpg"), tags, text('{"title":"Low Tide"}'));
	});
});

describe("waveforms from the browser", () => {
	const text = (content: string) => new Uint8Array(new TextEncoder().encode(content));
	const waveform = { kind: "waveform", durationMs: 90_000 } as const;

	it("stores a waveform in its row alone", async () => {
		const file = await uploading("a.mp3");
		await put(file, waveform, text("0az9"));
		const row = await stored(file, "waveform");
		expect(row).toMatchObject({ inline: "0az9", objectKey: null, originalMs: 90_000 });
	});

	it.each([
		["anything but digits", "0a-b"],
		["capital letters", "0AZ"],
		["more peaks than a page shows", "5".repeat(401)],
	])("refuses a waveform: %s", async (_name, content) => {
		await refused("request.invalid", await uploading("a.mp3"), waveform, text(content));
	});
});

describe("clips from the browser", () => {
	const track = { kind: "clip", durationMs: 200_000 } as const;
	const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));

	it("stores a clip with the length that the policy allows", async () => {
		const file = await uploading("a.mp3");
		await put(file, track, silentClip(30));
		const row = await stored(file, "clip");
		expect(row).toMatchObject({ mimeType: "audio/webm", durationMs: 30_000 });
		const object = await ctx.files.get(row?.objectKey ?? "");
		expect(new Uint8Array((await object?.arrayBuffer()) ?? [])).toEqual(silentClip(30));
		await put(file, track, silentClip(29));
		expect(await stored(file, "clip")).toMatchObject({ size: silentClip(29).length });
		expect(await ctx.files.head(row?.objectKey ?? "")).toBeNull();
	});

	// G2
	it("refuses a clip with more bytes than the policy and a third of the original allow", async () => {
		const file = await uploading("a.mp3");
		const size = clipBytes(30_000, false);
		await put(file, track, clipOfBytes(size));
		const other = await uploading("a.mp3");
		await refused("request.invalid", other, track, clipOfBytes(size + 1));
		await refused("request.invalid", other, { ...track, durationMs: 60_000 }, clipOfBytes(size));
		const film = await uploading("a.mp4");
		await put(film, track, clipOfBytes(size + 1));
		expect(await stored(film, "clip")).toMatchObject({ mimeType: "video/webm" });
		const minute = await uploading("a.mp3", { clipPreview: "60" });
		await put(minute, track, clipOfBytes(clipBytes(60_000, false)));
		const whole = await uploading("a.mp3", { clipPreview: "whole" });
		await put(whole, track, silentClip(200));
		expect(await stored(whole, "clip")).toMatchObject({ durationMs: 200_000 });
	});

	it("begins a clip at its creator's choice, within the original", async () => {
		const file = await uploading("a.mp3");
		await put(file, { ...track, startMs: 65_000 }, silentClip(30));
		expect(await stored(file, "clip")).toMatchObject({ startMs: 65_000 });
		await put(file, track, silentClip(30));
		expect(await stored(file, "clip")).toMatchObject({ startMs: null });
		const late = await uploading("a.mp3");
		await refused("request.invalid", late, { ...track, startMs: 171_000 }, silentClip(30));
	});

	it("refuses clips in containers that our clip maker doesn't write", async () => {
		const file = await uploading("a.mp4");
		await refused("file.type_not_accepted", file, track, noisePng(40, 40));
		await refused("file.type_not_accepted", file, track, silentWav(20));
		await refused("request.invalid", await uploading("a.pdf"), track, silentClip(5));
		await refused("request.invalid", await uploading("a.jpg"), track, silentClip(5));
	});

	it.each([
		["a FLAC with a header of ones", `664c6143 00000022 ${"ff".repeat(38)}`],
		["fifty ADTS headers without a frame", "fff150 80 00 1f fc".repeat(50)],
		["a header of an MP3 and no frame", "fffb90c4"],
		["a box of another kind", "00000018 6d6f6f76"],
		["half of a signature", "1a45"],
	])("refuses a clip of a few bytes: %s", async (_name, hex) => {
		await refused("file.type_not_accepted", await uploading("a.mp3"), track, bytesOf(hex));
	});
});

const json = (value: unknown) => new Uint8Array(new TextEncoder().encode(JSON.stringify(value)));

describe("letters from the browser", () => {
	const glyphs = { kind: "glyphs" } as const;
	const sheet: GlyphSheet = {
		height: 70,
		ascent: 50,
		glyphs: { A: [0, 0, 45, -1, 43.5], V: [45, 0, 44, -1, 42] },
		kerning: { AV: -4.7 },
		picture: dataUri("image/png", halvesPng(1024, 70)),
	};

	it("stores where the letters are, and their picture as encoded by the server", async () => {
		const file = await uploading("a.ttf");
		const { size } = await put(file, glyphs, json(sheet));
		const row = await stored(file, "glyphs");
		expect(row).toMatchObject({ mimeType: "application/json", inline: null, size });
		const kept = await (await ctx.files.get(row?.objectKey ?? ""))?.json<GlyphSheet>();
		expect(kept).toEqual({ ...sheet, picture: expect.stringMatching(/^data:image\/webp;base64,/) });
		expect(readImageHeader(bytesOfDataUri(kept?.picture ?? ""))).toMatchObject({
			width: 1024,
			height: 70,
		});
	});

	it.each<[string, string, unknown]>([
		["no JSON object", "request.invalid", "letters"],
		["more than the letters", "request.invalid", { ...sheet, outlines: "M0 0" }],
		["a letter without a place", "request.invalid", { ...sheet, glyphs: { A: [0, 0, 45] } }],
		[
			"a place outside every picture",
			"request.invalid",
			{ ...sheet, glyphs: { A: [1e6, 0, 9, 0, 9] } },
		],
		[
			"a word in place of a letter",
			"request.invalid",
			{ ...sheet, glyphs: { word: [0, 0, 9, 0, 9] } },
		],
		["a distance that is none", "request.invalid", { ...sheet, kerning: { AV: "M0 0" } }],
		[
			"a picture of another width",
			"request.invalid",
			{ ...sheet, picture: dataUri("image/png", halvesPng(1023, 70)) },
		],
		[
			"a picture that is too high",
			"request.invalid",
			{ ...sheet, picture: dataUri("image/png", halvesPng(1024, 2049)) },
		],
		[
			"a font in place of the picture",
			"file.type_not_accepted",
			{ ...sheet, picture: dataUri("font/ttf", Uint8Array.of(0, 1, 0, 0)) },
		],
		[
			"a drawing in place of the picture",
			"file.type_not_accepted",
			{ ...sheet, picture: "data:image/svg+xml,<svg/>" },
		],
		[
			"a picture that isn't whole",
			"request.invalid",
			{ ...sheet, picture: sheet.picture.slice(0, -24) },
		],
		["too much", "request.too_large", { ...sheet, picture: "A".repeat(RENDITION_BYTES.glyphs) }],
	])("refuses letters: %s", async (_name, code, content) => {
		await refused(code, await uploading("a.ttf"), glyphs, json(content));
	});

	it.each(["a.pdf", "a.jpg", "a.zip"] as const)("refuses letters of %s", async (name) => {
		await refused("request.invalid", await uploading(name), glyphs, json(sheet));
	});

	it("refuses letters of a share that shows nothing", async () => {
		const file = await uploading("a.ttf", { imagePreview: "none" });
		await refused("request.invalid", file, glyphs, json(sheet));
	});

	it("keeps the names and the weight of a font", async () => {
		const file = await uploading("a.ttf");
		const tags = { family: "Low Tide", style: "Bold Italic", weight: 700 };
		await put(file, { kind: "tags" }, json(tags));
		expect(JSON.parse((await stored(file, "tags"))?.inline ?? "")).toEqual(tags);
		await refused(
			"request.invalid",
			await uploading("a.ttf"),
			{ kind: "tags" },
			json({ ...tags, weight: 1001 }),
		);
	});
});

describe("listings from the browser", () => {
	it("keeps names and sizes of a listing, and nothing else", async () => {
		const file = await uploading("a.zip");
		const entries = [{ name: "<b>.txt", size: 3 }];
		const secret = entries.map((entry) => ({ ...entry, secret: "x" }));
		await refused(
			"request.invalid",
			file,
			{ kind: "listing" },
			json({ total: 1, entries: secret }),
		);
		await put(file, { kind: "listing" }, json({ total: 1, entries }));
		const row = await stored(file, "listing");
		const object = await ctx.files.get(row?.objectKey ?? "");
		expect(await object?.json()).toEqual({ total: 1, entries: [{ name: "<b>.txt", size: 3 }] });
		expect(row).toMatchObject({ mimeType: "application/json" });
	});

	it("shortens a listing's names in their middle", async () => {
		const file = await uploading("a.zip");
		const name = `${"long folder/".repeat(10)}Grüße aus München.txt`;
		await put(file, { kind: "listing" }, json({ total: 1, entries: [{ name, size: 3 }] }));
		const row = await stored(file, "listing");
		const object = await ctx.files.get(row?.objectKey ?? "");
		const { entries } = (await object?.json<Listing>()) ?? { entries: [] };
		expect(new TextEncoder().encode(entries[0]?.name).length).toBeLessThanOrEqual(60);
		expect(entries[0]?.name).toMatch(/^long folder\/long.*….*München\.txt$/);
	});

	it("refuses invalid listings", async () => {
		const file = await uploading("a.zip");
		await refused("request.invalid", file, { kind: "listing" }, json({ total: "many" }));
		await refused("request.invalid", file, { kind: "listing" }, Uint8Array.of(0xff, 0xfe));
		await refused("request.too_large", file, { kind: "listing" }, new Uint8Array(300 * 1024));
	});
});
