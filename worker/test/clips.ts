/** A WAV of silence, 8 kHz, mono, 8 bits: 8,000 bytes a second. */
export function silentWav(seconds: number): Uint8Array<ArrayBuffer> {
	const samples = Math.round(seconds * 8000);
	const bytes = new Uint8Array(44 + samples).fill(128);
	const view = new DataView(bytes.buffer);
	const text = (at: number, word: string) => {
		for (let i = 0; i < word.length; i++) bytes[at + i] = word.charCodeAt(i);
	};
	text(0, "RIFF");
	view.setUint32(4, 36 + samples, true);
	text(8, "WAVEfmt ");
	view.setUint32(16, 16, true);
	view.setUint16(20, 1, true);
	view.setUint16(22, 1, true);
	view.setUint32(24, 8000, true);
	view.setUint32(28, 8000, true);
	view.setUint16(32, 1, true);
	view.setUint16(34, 8, true);
	text(36, "data");
	view.setUint32(40, samples, true);
	return bytes;
}

/** An MP3 of silence: 417-byte frames of 1,152 samples at 44.1 kHz and 128 kbit/s. */
export function silentMp3(seconds: number): Uint8Array<ArrayBuffer> {
	const frames = Math.ceil((seconds * 44_100) / 1152);
	const bytes = new Uint8Array(frames * 417);
	for (let frame = 0; frame < frames; frame++) bytes.set([0xff, 0xfb, 0x90, 0xc4], frame * 417);
	return bytes;
}

const hex = (digits: string) =>
	Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** An element of a WebM, with a size of eight bytes. */
function element(id: string, ...contents: Uint8Array[]): Uint8Array<ArrayBuffer> {
	const length = contents.reduce((sum, part) => sum + part.length, 0);
	const size = hex(`01${length.toString(16).padStart(14, "0")}`);
	const parts = [hex(id), size, ...contents];
	const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** A WebM of one Opus packet of 20 ms, with these bytes in its segment before it. */
export function webmWith(overhead: Uint8Array): Uint8Array<ArrayBuffer> {
	const text = (word: string) => new TextEncoder().encode(word);
	const track = element("ae", element("d7", hex("01")), element("86", text("A_OPUS")));
	const packet = element("a3", hex("81000080fc"), new Uint8Array(40));
	const header = element("1a45dfa3", element("4282", text("webm")));
	const cluster = element("1f43b675", element("e7", hex("00")), packet);
	const segment = element("18538067", element("1654ae6b", track), overhead, cluster);
	const bytes = new Uint8Array(header.length + segment.length);
	bytes.set(header);
	bytes.set(segment, header.length);
	return bytes;
}

/** A `Void` element of this many bytes, which may hold anything. */
export const webmVoid = (bytes: number) => element("ec", new Uint8Array(bytes).fill(0x5a));
