import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { describe, expect, it } from "vitest";
import { readableMedia } from "./media-renditions.ts";
import { tagsOf } from "./tags.ts";

const SONG = new Uint8Array(readFileSync(join(import.meta.dirname, "../../e2e/support/loop.mp3")));

async function tagsIn(...parts: Uint8Array<ArrayBuffer>[]) {
	const file = await readableMedia(new Blob(parts));
	const source = new BlobSource(new Blob([await file.slice(0, file.size).arrayBuffer()]));
	const input = new Input({ formats: ALL_FORMATS, source });
	const tags = await (await tagsOf(input, 1000)).body.text();
	const { images } = await input.getMetadataTags();
	return {
		...JSON.parse(tags),
		...(images && { cover: [...(images[0]?.data ?? [])].slice(0, PICTURE.length) }),
	};
}

const LATIN_1 = 0;
const UTF_16 = 1;
const UTF_8 = 3;

const utf16 = (text: string) => [...Buffer.from(`\ufeff${text}`, "utf16le")];
const utf8 = (text: string) => [...Buffer.from(text)];
const latin1 = (text: string) => [...Buffer.from(text, "latin1")];
const sevenBits = (size: number) => [21, 14, 7, 0].map((bits) => (size >> bits) & 127);
const eightBits = (size: number) => [24, 16, 8, 0].map((bits) => (size >> bits) & 255);
/** Puts a zero after each 0xFF. */
const unsynchronised = (bytes: number[]) =>
	bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : byte));

/** All characters of an encoding of one or two bytes, with their bytes. */
function charactersOf(encoding: string): Map<string, number[]> {
	const decoder = new TextDecoder(encoding);
	const bytes = Array.from({ length: 256 }, (_, byte) => byte);
	const all = [...bytes.map((byte) => [byte]), ...bytes.flatMap((a) => bytes.map((b) => [a, b]))];
	const characters = new Map<string, number[]>();
	for (const some of all) {
		const text = decoder.decode(Uint8Array.from(some));
		if ([...text].length === 1 && !characters.has(text)) characters.set(text, some);
	}
	return characters;
}

function encoded(text: string, encoding: string): number[] {
	if (encoding === "utf-8") return utf8(text);
	const characters = charactersOf(encoding);
	return [...text].flatMap((char) => characters.get(char) ?? []);
}

type Frame = [id: string, ...body: number[]];

function frame(version: number, marks: number, [id, ...body]: Frame): number[] {
	if (version === 2) return [...latin1(id), ...eightBits(body.length).slice(1), ...body];
	const size = version === 3 ? eightBits(body.length) : sevenBits(body.length);
	return [...latin1(id), ...size, 0, marks, ...body];
}

/** A song with such a tag, padded. */
function id3(version: 2 | 3 | 4, flags: number, frames: number[][]) {
	const body = [...frames.flat(), ...new Array<number>(20).fill(0)];
	const head = [...latin1("ID3"), version, 0, flags, ...sevenBits(body.length)];
	return new Uint8Array(Buffer.concat([Uint8Array.of(...head, ...body), SONG]));
}

const PICTURE = [0xff, 0xd8, 0xff, 0xe0, 0, 1, 0xff, 0, 2];
const apic = (kind: number, picture: number[]): Frame => [
	"APIC",
	LATIN_1,
	...latin1("image/jpeg\0"),
	kind,
	...latin1("front\0"),
	...picture,
];

describe("tagsOf", () => {
	it.each([2, 3, 4] as const)(
		"reads a tag of version 2.%i, which is unsynchronised",
		async (version) => {
			const names = version === 2 ? ["TT2", "TP1", "PIC"] : ["TIT2", "TPE1", "APIC"];
			const [title = "", artist = "", picture = ""] = names;
			const [, ...cover] = apic(3, PICTURE);
			const image = version === 2 ? [LATIN_1, ...latin1("JPG"), 3, 0, ...PICTURE] : cover;
			const frames: Frame[] = [
				[picture, ...image],
				[title, UTF_16, ...utf16("Größe")],
				[artist, UTF_16, ...utf16("Ånne")],
			];
			const written =
				version === 4
					? frames.map(([id, ...body], at) =>
							// Its data length may precede them.
							at === 0
								? frame(4, 3, [id, ...sevenBits(body.length), ...unsynchronised(body)])
								: frame(4, 2, [id, ...unsynchronised(body)]),
						)
					: [unsynchronised(frames.flatMap((one) => frame(version, 0, one)))];
			expect(await tagsIn(id3(version, 0x80, written))).toEqual({
				title: "Größe",
				artist: "Ånne",
				cover: PICTURE,
			});
		},
	);

	it.each([
		["Mara Lind, Casey", UTF_8, utf8("Mara Lind\0Casey\0")],
		["Mara Lind, Ødegård", UTF_16, [...utf16("Mara Lind\0"), ...utf16("Ødegård")]],
		["Motörhead, Ånne", LATIN_1, latin1("Motörhead\0Ånne")],
	])("names all of several artists: %s", async (artist, encoding, bytes) => {
		const frames = [
			frame(4, 0, ["TPE1", encoding, ...bytes]),
			frame(4, 0, ["TRCK", UTF_8, ...utf8("07/12")]),
			frame(4, 0, ["TPOS", UTF_8, ...utf8("2/2")]),
		];
		expect(await tagsIn(id3(4, 0, frames))).toEqual({ artist, number: 7, disc: 2 });
	});

	it("names all artists of a FLAC", async () => {
		const little = (value: number) => eightBits(value).toReversed();
		const comments = ["TITLE=Kelp", "ARTIST=Mara Lind", "ARTIST=Casey", "DISCNUMBER=2"].map(utf8);
		const body = comments.flatMap((one) => [...little(one.length), ...one]);
		const comment = [...little(0), ...little(comments.length), ...body];
		const info = new Array<number>(34).fill(1);
		const blocks = [0, 0, 0, 34, ...info, 0x84, ...eightBits(comment.length).slice(1), ...comment];
		const flac = Uint8Array.of(...latin1("fLaC"), ...blocks);
		expect(await tagsIn(flac)).toEqual({ title: "Kelp", artist: "Mara Lind, Casey", disc: 2 });
	});

	it.each([
		["windows-1252", "Größe & Ängste", "Beyoncé"],
		["windows-1252", "Þú ert jörðin", "Sigur Rós"],
		["windows-1252", "Mañana será Ødegårds “fête”", "L’Été"],
		["windows-1250", "Příběh", "Dvořák"],
		["windows-1250", "Zażółć gęślą jaźń", "Łukasz"],
		["windows-1251", "Погреби мир", "Кипелов"],
		["windows-1253", "Αθήνα μου", "Ελένη"],
		["shift_jis", "さくら", "森山直太朗の歌"],
		["utf-8", "McGöwan", "森山直太朗"],
	])("reads a tag that is written in %s: %s", async (encoding, title, artist) => {
		const frames = [
			frame(3, 0, ["TIT2", LATIN_1, ...encoded(title, encoding)]),
			frame(3, 0, ["TPE1", LATIN_1, ...encoded(artist, encoding)]),
		];
		expect(await tagsIn(id3(3, 0, frames))).toEqual({ title, artist });
	});

	it.each(["北京欢迎你", "고향의 봄", "Кипелов и друзья с ними"])(
		"drops what is not certain, and keeps what is: %s",
		async (title) => {
			const encoding = { 北: "gb18030", 고: "euc-kr" }[title[0] ?? ""] ?? "koi8-r";
			const frames = [
				frame(3, 0, ["TIT2", LATIN_1, ...encoded(title, encoding)]),
				frame(3, 0, ["TPE1", LATIN_1, ...latin1("Mara Lind")]),
				frame(3, 0, ["TALB", UTF_8, ...latin1("Größe")]),
			];
			expect(await tagsIn(id3(3, 0, frames))).toEqual({ artist: "Mara Lind" });
		},
	);

	it("reads a tag of version 1 at the end of a file, in its encoding", async () => {
		const end = Buffer.alloc(128);
		end.set([...latin1("TAG"), ...encoded("Погреби мир", "windows-1251")]);
		expect(await tagsIn(SONG, new Uint8Array(end))).toEqual({
			title: "Погреби мир",
		});
	});
});
