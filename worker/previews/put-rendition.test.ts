import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OpenUploadFile, RenditionRoom } from "../context.ts";
import type { RenditionKind } from "../contract/shares.ts";
import { ApiError } from "../platform/errors.ts";
import type { shares } from "../shares/tables.ts";
import { silentMp3, silentWav } from "../test/clips.ts";
import { convert, halvesPng, noisePng, withExif } from "../test/images.ts";
import { makeShare } from "../test/sales.ts";
import { makeCreator, testCtx } from "../test/test-app.ts";
import type { Announced } from "./check-rendition.ts";
import { putRendition } from "./put-rendition.ts";
import { bytesOfDataUri } from "./rendition-row.ts";
import { renditions } from "./tables.ts";

const ctx = testCtx();
const FAMILIES = {
	"a.jpg": ["image", "image/jpeg"],
	"a.svg": ["image", "image/svg+xml"],
	"a.mp3": ["audio", "audio/mpeg"],
	"a.mp4": ["video", "video/mp4"],
	"a.zip": ["archive", "application/zip"],
	"a.pdf": ["document", "application/pdf"],
} as const;

async function uploading(
	name: keyof typeof FAMILIES,
	policy: Partial<typeof shares.$inferInsert> = {},
): Promise<OpenUploadFile> {
	const share = await makeShare((await makeCreator()).user.id, { status: "uploading", ...policy });
	const [family, mimeType] = FAMILIES[name];
	return { id: ctx.id(), shareId: share.id, name, mimeType, family, size: 1e6 };
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

	it("are stored with the proportions of the original", async () => {
		const file = await uploading("a.jpg");
		const bytes = await convert(halvesPng(64, 48), "image/webp");
		expect(await put(file, photo, bytes)).toEqual({ kind: "image", size: bytes.length });
		const row = await stored(file, "image");
		expect(row).toMatchObject({ mimeType: "image/webp", width: 4000, height: 3000 });
		expect(bytesOfDataUri(row?.inline ?? "")).toEqual(bytes);
	});

	it("may also be created from an SVG, which no browser then has to render", async () => {
		const file = await uploading("a.svg");
		await put(file, { ...photo, width: 400, height: 300 }, halvesPng(64, 48));
		expect(await stored(file, "image")).toMatchObject({ mimeType: "image/png" });
	});

	it("are refused when they are larger than allowed", async () => {
		const file = await uploading("a.jpg");
		await refused("request.invalid", file, photo, halvesPng(65, 10));
		await refused("request.invalid", file, { ...photo, width: 100, height: 80 }, halvesPng(26, 9));
		await refused("request.too_large", file, photo, noisePng(60, 60));
		const watermarked = { ...photo, kind: "watermarked" } as const;
		await refused("request.invalid", file, watermarked, halvesPng(800, 600));
		const chosen = await uploading("a.jpg", { imagePreview: "watermark" });
		await refused("request.invalid", chosen, watermarked, halvesPng(1025, 60));
		await put(chosen, watermarked, halvesPng(1024, 768));
		expect(await stored(chosen, "watermarked")).toMatchObject({ inline: null });
	});

	it("are refused when they are something else, and lose camera metadata", async () => {
		const file = await uploading("a.jpg");
		const text = (content: string) => Uint8Array.from(content, (char) => char.charCodeAt(0));
		await refused("file.type_not_accepted", file, photo, text("<svg onload='x'/>"));
		await refused("file.type_not_accepted", file, photo, text("GIF89a\x0a\x00\x0a\x00      "));
		await refused("request.invalid", file, photo, new Uint8Array(0));
		await refused("request.invalid", file, photo, halvesPng(64, 48).slice(0, -12));
		const jpeg = await convert(halvesPng(64, 48), "image/jpeg");
		await put(file, photo, withExif(jpeg, 1));
		const kept = bytesOfDataUri((await stored(file, "image"))?.inline ?? "");
		expect(kept).toEqual(jpeg);
	});
});

describe("clips from the browser", () => {
	const track = { kind: "clip", durationMs: 200_000 } as const;
	const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));

	it("are stored with their actual length", async () => {
		const file = await uploading("a.mp3");
		await put(file, track, silentMp3(30));
		const row = await stored(file, "clip");
		expect(row).toMatchObject({ mimeType: "audio/mpeg", durationMs: 30_015 });
		const object = await ctx.files.get(row?.objectKey ?? "");
		expect(new Uint8Array((await object?.arrayBuffer()) ?? [])).toEqual(silentMp3(30));
		await put(file, track, silentMp3(29));
		expect(await stored(file, "clip")).toMatchObject({ durationMs: 29_022 });
		expect(await ctx.files.head(row?.objectKey ?? "")).toBeNull();
	});

	it("are refused beyond the policy and beyond a third of the original", async () => {
		const file = await uploading("a.mp3");
		await refused("request.invalid", file, track, silentMp3(31));
		await refused("request.invalid", file, track, silentMp3(600));
		await refused("request.invalid", file, { ...track, durationMs: 60_000 }, silentMp3(21));
		const minute = await uploading("a.mp3", { clipPreview: "60" });
		await put(minute, track, silentMp3(60));
		const whole = await uploading("a.mp3", { clipPreview: "whole" });
		await put(whole, track, silentMp3(200));
		expect(await stored(whole, "clip")).toMatchObject({ durationMs: 200_020 });
	});

	it("are refused in containers that our clip maker does not write", async () => {
		const file = await uploading("a.mp4");
		await refused("file.type_not_accepted", file, track, noisePng(40, 40));
		await refused("file.type_not_accepted", file, track, silentWav(20));
		await refused("file.type_not_accepted", file, track, silentMp3(20).subarray(0, -1));
		await refused("request.invalid", await uploading("a.pdf"), track, silentMp3(5));
		await refused("request.invalid", await uploading("a.jpg"), track, silentMp3(5));
	});

	it.each([
		["a FLAC with a header of ones", `664c6143 00000022 ${"ff".repeat(38)}`],
		["fifty ADTS headers without a frame", "fff150 80 00 1f fc".repeat(50)],
		["a header of an MP3 and no frame", "fffb90c4"],
		["a box without a length", "00000000 66747970"],
		["an element of unknown size", "1a45dfa3 ff"],
	])("of a few bytes are refused at once: %s", async (_name, hex) => {
		await refused("file.type_not_accepted", await uploading("a.mp3"), track, bytesOf(hex));
	});
});

describe("listings from the browser", () => {
	const json = (value: unknown) => new Uint8Array(new TextEncoder().encode(JSON.stringify(value)));

	it("keep names and sizes, and nothing else", async () => {
		const file = await uploading("a.zip");
		const entries = [{ name: "<b>.txt", size: 3, secret: "x" }];
		await put(file, { kind: "listing" }, json({ total: 1, entries }));
		const row = await stored(file, "listing");
		const object = await ctx.files.get(row?.objectKey ?? "");
		expect(await object?.json()).toEqual({ total: 1, entries: [{ name: "<b>.txt", size: 3 }] });
		expect(row).toMatchObject({ mimeType: "application/json" });
	});

	it("are refused when they are not valid listings", async () => {
		const file = await uploading("a.zip");
		await refused("request.invalid", file, { kind: "listing" }, json({ total: "many" }));
		await refused("request.invalid", file, { kind: "listing" }, Uint8Array.of(0xff, 0xfe));
		await refused("request.too_large", file, { kind: "listing" }, new Uint8Array(300 * 1024));
	});
});
