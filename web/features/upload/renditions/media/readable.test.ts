import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_FORMATS, CustomSource, EncodedPacketSink, Input, type InputTrack } from "mediabunny";
import { describe, expect, it } from "vitest";
import { alacAsWav } from "./alac-wav.ts";
import { readableMedia } from "./readable.ts";

const SAMPLES = join(import.meta.dirname, "../../../../e2e/support/media");
const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));
const HEADER = 44;

/** The samples that were given to the encoders of the files: waves with noise, and silence between them. */
function signal(frames: number, channels: number, bits: 16 | 24): number[] {
	let state = 1;
	return Array.from({ length: frames * channels }, (_, n) => {
		const [frame, channel] = [Math.floor(n / channels), n % channels];
		state = (state * 48_271) % 2_147_483_647;
		const wave = Math.abs(((frame * (3 + channel)) % 200) - 100) * 120 - 6000;
		if (frame >= 4000 && frame < 5200) return 0;
		const loud = wave + (state % 32);
		return bits === 16 ? loud : loud * 256 + (state % 256);
	});
}

function samplesIn(wav: ArrayBuffer): number[] {
	const view = new DataView(wav, HEADER);
	return Array.from({ length: view.byteLength / 2 }, (_, n) => view.getInt16(n * 2, true));
}

const read = async (bytes: Uint8Array<ArrayBuffer>) => readableMedia(new Blob([bytes]));

async function inputOf(bytes: Uint8Array<ArrayBuffer>) {
	const file = await read(bytes);
	const source = new CustomSource({
		getSize: () => file.size,
		read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
	});
	return { file, input: new Input({ formats: ALL_FORMATS, source }) };
}

async function packetsOf(track: InputTrack | null) {
	const packets = [];
	if (track)
		for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
	return packets;
}

describe("sounds", () => {
	it.each(["ima.wav", "microsoft.wav"])("of ADPCM sound as they did: %s", async (name) => {
		const wav = await (await read(sample(name))).arrayBuffer();
		const [heard, given] = [samplesIn(wav), signal(9600, 2, 16)];
		expect([new DataView(wav).getUint16(22, true), new DataView(wav).getUint32(24, true)]).toEqual([
			2, 8000,
		]);
		expect(heard.length).toBeGreaterThanOrEqual(given.length);
		const errors = given.map((value, at) => Math.abs(value - (heard[at] ?? 0)));
		const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
		// Four bits a sample: the corners of the waves are rounded.
		expect(middle(errors)).toBeLessThan(100);
		expect(middle(given.map(Math.abs))).toBeGreaterThan(2000);
	});

	it.each([
		["lossless.m4a", signal(9600, 2, 16)],
		["lossless-24.m4a", signal(4800, 1, 24).map((value) => value >> 8)],
	])("of Apple Lossless are the same to the bit: %s", async (name, given) => {
		const { file, input } = await inputOf(sample(name));
		const track = await input.getPrimaryAudioTrack();
		const wav = track && (await alacAsWav(file, track));
		const whole = await wav!.arrayBuffer();
		expect(samplesIn(whole)).toEqual(given);
		// Reading begins and ends anywhere, also within a sample and beyond a packet.
		const piece = await wav!.slice(4001, 9002).arrayBuffer();
		expect(piece).toEqual(whole.slice(4001, 9002));
	});

	it("of FLAC in an Ogg are the frames of a FLAC, with their number", async () => {
		const { input } = await inputOf(sample("flac.ogg"));
		const track = await input.getPrimaryAudioTrack();
		expect([await track?.getCodec(), await input.computeDuration()]).toEqual(["flac", 1.2]);
		const packets = await packetsOf(track);
		// Each begins like a frame.
		expect(packets.map(({ data }) => data[0])).toEqual(packets.map(() => 0xff));
		expect(packets.length).toBeGreaterThan(1);
		const open = sample("flac.ogg");
		const at = Buffer.from(open).indexOf("fLaC") + 8 + 13;
		open.fill(0, at + 1, at + 5);
		expect(await (await inputOf(open)).input.computeDuration()).toBe(1.2);
	});
});

describe("films in AVI", () => {
	it("have their pictures and packets of MP3, where the file has them", async () => {
		const bytes = sample("film.avi");
		const { input } = await inputOf(bytes);
		const film = await input.getPrimaryVideoTrack();
		const sound = await input.getPrimaryAudioTrack();
		expect([await film?.getCodec(), await film?.getDisplayWidth()]).toEqual(["avc", 128]);
		// Two empty chunks show the picture before them for longer.
		expect(await film?.computeDuration()).toBe(2.08);
		const pictures = await packetsOf(film);
		expect(pictures).toHaveLength(50);
		expect(pictures.filter(({ type }) => type === "key").length).toBe(2);
		for (const { data } of pictures) {
			expect([...data.subarray(0, 4)].slice(-2)).toContain(1);
			expect(Buffer.from(bytes).includes(Buffer.from(data))).toBe(true);
		}
		expect(await sound?.getCodec()).toBe("mp3");
		expect((await packetsOf(sound)).every(({ data }) => data[0] === 0xff)).toBe(true);
	});

	it("have plain samples in time with their pictures", async () => {
		const { input } = await inputOf(sample("film-plain-sound.avi"));
		const sound = await input.getPrimaryAudioTrack();
		expect([await sound?.getCodec(), await sound?.computeDuration()]).toEqual(["pcm-u8", 0.5]);
		const packets = await packetsOf(sound);
		expect(packets.reduce((sum, { data }) => sum + data.length, 0)).toBe(4000);
		expect(packets.length).toBeGreaterThan(1);
	});

	it("of a codec that isn't known have a film that can't be decoded", async () => {
		const bytes = sample("film.avi");
		for (
			let at = Buffer.from(bytes).indexOf("H264");
			at >= 0;
			at = Buffer.from(bytes).indexOf("H264", at + 1)
		)
			bytes.set(Buffer.from("XVID"), at);
		const film = await (await inputOf(bytes)).input.getPrimaryVideoTrack();
		expect([await film?.getCodec(), await film?.canDecode()]).toEqual([null, false]);
	});

	it.each([
		["without its index", (bytes: Buffer) => void bytes.write("JUNK", bytes.lastIndexOf("idx1"))],
		[
			"whose index points beyond it",
			(bytes: Buffer) => void bytes.fill(0x7f, bytes.lastIndexOf("idx1") + 8),
		],
		[
			"without a rate",
			(bytes: Buffer) => void bytes.fill(0, bytes.indexOf("vids") + 20, bytes.indexOf("vids") + 28),
		],
	])("are as they were %s", async (_what, damage) => {
		const bytes = sample("film.avi");
		damage(Buffer.from(bytes.buffer));
		expect((await read(bytes)).size).toBe(bytes.length);
	});
});

it("leaves other files as they are", async () => {
	for (const text of ["", "RIFF", "RIFF....WAVE", "RIFF....AVI LIST", "OggS".padEnd(300, "\0")]) {
		const bytes = new TextEncoder().encode(text);
		expect((await read(bytes)).size).toBe(bytes.length);
	}
});
