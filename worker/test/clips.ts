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

const hex = (digits: string) =>
	Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** An element of a WebM, with a size of eight bytes. */
function element(id: string, ...contents: Uint8Array[]): Uint8Array<ArrayBuffer> {
	const length = contents.reduce((sum, part) => sum + part.length, 0);
	const size = hex(`01${length.toString(16).padStart(14, "0")}`);
	return whole(hex(id), size, ...contents);
}

const text = (word: string) => new TextEncoder().encode(word);
const header = () => element("1a45dfa3", element("4282", text("webm")));
const track = () => element("ae", element("d7", hex("01")), element("86", text("A_OPUS")));
/** What follows the time of an Opus packet of 20 ms in its block. */
const PACKET = [hex("80fc"), new Uint8Array(39)];

/** A WebM of silence as long as this: an Opus packet of 40 bytes every 20 ms. */
export function silentClip(seconds: number): Uint8Array<ArrayBuffer> {
	const clusters = Array.from({ length: seconds }, (_, second) => {
		const blocks = Array.from({ length: 50 }, (_, packet) => {
			const ticks = hex((packet * 20).toString(16).padStart(4, "0"));
			return element("a3", hex("81"), ticks, ...PACKET);
		});
		const time = hex((second * 1000).toString(16).padStart(8, "0"));
		return element("1f43b675", element("e7", time), ...blocks);
	});
	return whole(header(), element("18538067", element("1654ae6b", track()), ...clusters));
}

function whole(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
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
	const cluster = element(
		"1f43b675",
		element("e7", hex("00")),
		element("a3", hex("810000"), ...PACKET),
	);
	return whole(header(), element("18538067", element("1654ae6b", track()), overhead, cluster));
}

/** A `Void` element of this many bytes, which may hold anything. */
export const webmVoid = (bytes: number) => element("ec", new Uint8Array(bytes).fill(0x5a));
