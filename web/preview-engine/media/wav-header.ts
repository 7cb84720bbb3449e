const WAV_PCM = 1;
const WAV_FLOAT = 3;
export const WAV_HEADER_BYTES = 44;

export type WavFormat = { channels: number; bits: number; hertz: number; isFloat: boolean };

/** `length` is that of the samples, in bytes. */
export function wavHeader(
	{ channels, bits, hertz, isFloat }: WavFormat,
	length: number,
): Uint8Array<ArrayBuffer> {
	const frame = (channels * bits) / 8;
	const bytes = new TextEncoder().encode("RIFF....WAVEfmt ....................data....");
	const header = new DataView(bytes.buffer);
	header.setUint32(4, WAV_HEADER_BYTES - 8 + length, true);
	header.setUint32(16, 16, true);
	header.setUint16(20, isFloat ? WAV_FLOAT : WAV_PCM, true);
	header.setUint16(22, channels, true);
	header.setUint32(24, hertz, true);
	header.setUint32(28, hertz * frame, true);
	header.setUint16(32, frame, true);
	header.setUint16(34, bits, true);
	header.setUint32(40, length, true);
	return bytes;
}
