import { Mp4OutputFormat, WebMOutputFormat } from "mediabunny";
import { describe, expect, it } from "vitest";
import { Cursor, MAX_STEPS, NotAClip } from "../../worker/files/previews/byte-parser.ts";
import { checkClip } from "../../worker/files/previews/check-rendition.ts";
import { clipParser } from "../../worker/files/previews/clip-metadata.ts";
import { parseWebm } from "../../worker/files/previews/webm-parser.ts";
import { ApiError } from "../../worker/platform/errors.ts";
import { webmVoid } from "../../worker/test/fixtures/clips.ts";
import { CLIPS, clipSample } from "./clip-samples.ts";

const OPUS_TOC = 0xfc;

/** A WebM with more elements at the end of its segment. */
function continued(webm: Uint8Array, more: Uint8Array): Uint8Array {
	const whole = Buffer.concat([webm, more]);
	const segment = whole.indexOf(Buffer.of(0x18, 0x53, 0x80, 0x67));
	whole.writeUIntBE(whole.readUIntBE(segment + 5, 5) + more.length, segment + 5, 5);
	return whole;
}

function metadataOf(bytes: Uint8Array, chunk = bytes.length) {
	const parser = clipParser(bytes, bytes.length);
	for (let at = 0; at < bytes.length; at += chunk) parser.push(bytes.subarray(at, at + chunk));
	return parser.finish();
}

/** Position of a box's or element's contents, by the bytes of its name; of the n-th such. */
function contentsOf(bytes: Uint8Array, name: string, nth = 0): number {
	let at = -1;
	for (let i = 0; i <= nth; i++) at = Buffer.from(bytes).indexOf(name, at + 1, "latin1");
	if (at < 0) throw new Error(`no ${name}`);
	return at + name.length;
}

/** A copy in which every box of a type has a 32-bit number at `offset` in its contents. */
function patched(bytes: Uint8Array, name: string, offset: number, number: number): Uint8Array {
	const copy = bytes.slice();
	const view = new DataView(copy.buffer);
	for (let nth = 0; ; nth++) {
		try {
			view.setUint32(contentsOf(copy, name, nth) + offset, number);
		} catch {
			return copy;
		}
	}
}

describe("clips of the clip maker", () => {
	it.each(Object.entries(CLIPS))("are read with their true length: %s", async (name, make) => {
		const metadata = metadataOf(await make(30));
		expect(metadata.hasVideo).toBe(/H\.264|VP8/.test(name));
		expect(metadata.durationMs).toBeGreaterThanOrEqual(29_950);
		expect(metadata.durationMs).toBeLessThan(30_100);
		const [container = ""] = name.split(" ");
		const family = metadata.hasVideo ? "video" : "audio";
		expect(metadata.mimeType).toBe(`${family}/${container}`);
	});

	it.each(Object.entries(CLIPS))(
		"are read the same in chunks of any size: %s",
		async (_name, make) => {
			const bytes = await make(2);
			const metadata = metadataOf(bytes);
			for (const chunk of [1, 2, 7, 511, 4096]) expect(metadataOf(bytes, chunk)).toEqual(metadata);
		},
	);

	it.each(Object.entries(CLIPS))(
		"are refused when truncated or extended: %s",
		async (_name, make) => {
			const bytes = await make(1);
			for (const cut of [1, 100, bytes.length - 20])
				expect(() => metadataOf(bytes.subarray(0, bytes.length - cut))).toThrow(NotAClip);
			for (const more of [[0], [0xff, 0xfb, 0x90], [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]])
				expect(() => metadataOf(Uint8Array.of(...bytes, ...more))).toThrow(NotAClip);
		},
	);
});

describe("a clip that states 30 s and contains ten minutes", () => {
	/** States a clock twenty times as fast, and the resulting length. */
	function twentyTimesShorter(bytes: Uint8Array): Uint8Array {
		const view = new DataView(bytes.buffer, bytes.byteOffset);
		const [film, media] = [contentsOf(bytes, "mvhd"), contentsOf(bytes, "mdhd")];
		const headers = patched(bytes, "mvhd", 16, view.getUint32(film + 16) / 20);
		return patched(headers, "mdhd", 12, view.getUint32(media + 12) * 20);
	}

	it("has the length of its AAC packets", async () => {
		const forged = twentyTimesShorter(await CLIPS["mp4 of AAC"](600));
		expect(metadataOf(forged).durationMs).toBeGreaterThanOrEqual(600_000);
	});

	it("has the length of its Opus packets, each of which is longer than its stated duration", async () => {
		// Two frames of 60 ms where the tables state 20 ms.
		const options = { seconds: 30, start: [0x1d] };
		const mp4 = new Mp4OutputFormat({ fastStart: "in-memory" });
		for (const format of [mp4, new WebMOutputFormat()]) {
			const forged = await clipSample(format, { sound: "opus" }, options);
			expect(metadataOf(forged).durationMs).toBeGreaterThanOrEqual(180_000);
		}
	});

	it("is longer than 30 s when its film has more frames than can be shown in that time", async () => {
		const forged = twentyTimesShorter(await CLIPS["mp4 of H.264"](600));
		expect(metadataOf(forged).durationMs).toBe(50_000);
	});

	it("has the length of its last timestamp", async () => {
		const webm = Buffer.from(await CLIPS["webm of VP8 and Opus"](30));
		// The last cluster begins at 29 s; its time is a number of two bytes.
		const at = webm.lastIndexOf(Buffer.of(0xe7, 0x82)) + 2;
		webm.writeUInt16BE(60_000, at);
		expect(metadataOf(webm).durationMs).toBeGreaterThanOrEqual(60_000);
	});

	it.each([
		["mvhd", 16],
		["mdhd", 16],
		["elst", 8],
	])("has the greatest length that a header says: %s", async (name, offset) => {
		const bytes = await CLIPS["mp4 of H.264 and AAC"](30);
		const maximum = 0x7fffffff;
		expect(metadataOf(patched(bytes, name, offset, maximum)).durationMs).toBeGreaterThan(600_000);
	});
});

describe("a container or codec that our clip maker does not write", () => {
	const refused = (bytes: Uint8Array) => expect(() => metadataOf(bytes)).toThrow(NotAClip);

	it("is refused by its container", () => {
		for (const start of [
			"fLaC",
			"RIFF",
			"OggS",
			"ID3\u0004",
			"\u00ff\u00fb\u0090\u0064",
			"\u0000\u0000\u0001\u00ba",
		])
			refused(Buffer.from(start.padEnd(5000, "\0"), "latin1"));
		refused(new Uint8Array(0));
	});

	it("is refused by its codec", async () => {
		const film = Buffer.from(await CLIPS["mp4 of H.264"](1));
		film.write("hvc1", film.lastIndexOf("avc1"));
		refused(film);
		const mp4 = Buffer.from(await CLIPS["mp4 of AAC"](1));
		mp4.write("mp4v", contentsOf(mp4, "mp4a") - 4);
		refused(mp4);
		const webm = Buffer.from(await CLIPS["webm of VP8 and Opus"](1));
		webm.write("V_VP9", contentsOf(webm, "V_VP8") - 5);
		refused(webm);
	});

	it("is refused when its edit list repeats or slows it", async () => {
		const bytes = await CLIPS["mp4 of H.264 and Opus"](1);
		refused(patched(bytes, "elst", 16, 0x8000));
		refused(patched(bytes, "elst", 4, 3));
		refused(patched(bytes, "elst", 12, 0));
	});

	it("is refused when its blocks are laced", async () => {
		const webm = Buffer.from(await CLIPS["webm of Opus"](1));
		const block = webm.indexOf(Buffer.of(0xa3), webm.indexOf(Buffer.of(0x1f, 0x43, 0xb6, 0x75)));
		const flags = webm.indexOf(Buffer.of(0x81, 0, 0), block) + 3;
		webm[flags] = (webm[flags] ?? 0) | 0x06;
		refused(webm);
	});

	it("costs no more steps than a clip, however small its elements are", async () => {
		const webm = await CLIPS["webm of Opus"](1);
		const voids = Buffer.alloc(1_000_000, Buffer.of(0xec, 0x80));
		expect(() => metadataOf(continued(webm, voids))).toThrow("more elements");
		const block = Buffer.of(0xa3, 0x85, 0x81, 0, 0, 0, OPUS_TOC);
		const blocks = Buffer.alloc(block.length * MAX_STEPS, block);
		const cluster = Buffer.of(0x1f, 0x43, 0xb6, 0x75, 1, ...Array(7).fill(0), 0xe7, 0x81, 0);
		cluster.writeUIntBE(blocks.length + 3, 6, 6);
		const clusters = Buffer.concat([cluster, blocks]);
		expect(() => metadataOf(continued(webm, clusters))).toThrow("more steps");
	});

	it("costs few steps when it is a real film of five minutes", async () => {
		const bytes = await CLIPS["webm of VP8 and Opus"](300);
		const cursor = new Cursor(bytes.length);
		cursor.show(bytes);
		expect(parseWebm(cursor).next()).toMatchObject({ done: true });
		expect(cursor.steps).toBeLessThan(MAX_STEPS / 20);
	});

	it("is refused when it contains more bytes than its frames", async () => {
		const webm = await CLIPS["webm of Opus"](1);
		expect(metadataOf(continued(webm, webmVoid(1000))).hasVideo).toBe(false);
		refused(Buffer.from(continued(webm, webmVoid(100_000))));
		const mp4 = await CLIPS["mp4 of H.264 and AAC"](1);
		/** The same with extra bytes at the end of its data that belong to no sample. */
		const padded = (bytes: number) => {
			const whole = Buffer.concat([mp4, Buffer.alloc(bytes)]);
			const at = contentsOf(whole, "mdat") - 8;
			whole.writeUInt32BE(whole.readUInt32BE(at) + bytes, at);
			return whole;
		};
		expect(metadataOf(padded(1000)).hasVideo).toBe(true);
		refused(padded(100_000));
	});

	it("is refused when its samples overlap", async () => {
		const mp4 = Buffer.from(await CLIPS["mp4 of H.264 and AAC"](10));
		const at = contentsOf(mp4, "stco") + 8;
		mp4.writeUInt32BE(mp4.readUInt32BE(at), at + 4);
		refused(mp4);
	});

	it("is refused when it has more bytes than its length needs", async () => {
		const file = { mimeType: "video/mp4" };
		const announced = { kind: "clip", durationMs: 100_000 } as const;
		const policy = { images: "blur", clip: "30" } as const;
		const metadata = { mimeType: "video/mp4", durationMs: 30_000, hasVideo: true };
		const check = (size: number) => checkClip(metadata, announced, file, policy, size);
		// The clip maker's target, and twice that.
		expect(check((2_088_000 / 8) * 30)).toBe(metadata);
		expect(check((2_088_000 / 8) * 60)).toBe(metadata);
		expect(() => check(17_000_000)).toThrow(ApiError);
		const sound = { ...metadata, hasVideo: false };
		expect(() => checkClip(sound, announced, file, policy, 1_000_000)).toThrow(ApiError);
	});
});
