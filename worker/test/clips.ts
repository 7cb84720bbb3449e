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
