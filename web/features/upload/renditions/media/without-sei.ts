import {
	BufferSource,
	BufferTarget,
	EncodedAudioPacketSource,
	EncodedPacketSink,
	EncodedVideoPacketSource,
	Input,
	MP4,
	Mp4OutputFormat,
	Output,
} from "mediabunny";

const SEI = 6;
const LENGTH_BYTES = 4;

/**
 * Returns an MP4 of H.264 without supplemental information: x264 writes the same long text into every
 * film, which says nothing about the picture.
 */
export async function withoutSei(mp4: ArrayBuffer): Promise<ArrayBuffer> {
	const input = new Input({ formats: [MP4], source: new BufferSource(mp4) });
	try {
		const film = await input.getPrimaryVideoTrack();
		if (!film) return mp4;
		const target = new BufferTarget();
		const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
		const pictures = new EncodedVideoPacketSource("avc");
		output.addVideoTrack(pictures);
		const sound = await input.getPrimaryAudioTrack();
		const codec = await sound?.getCodec();
		const tones = codec && new EncodedAudioPacketSource(codec);
		if (tones) output.addAudioTrack(tones);
		await output.start();
		const decoderConfig = (await film.getDecoderConfig()) ?? undefined;
		for await (const packet of new EncodedPacketSink(film).packets())
			await pictures.add(packet.clone({ data: pictureUnits(packet.data) }), { decoderConfig });
		pictures.close();
		if (sound && tones) {
			const config = (await sound.getDecoderConfig()) ?? undefined;
			for await (const packet of new EncodedPacketSink(sound).packets())
				await tones.add(packet, { decoderConfig: config });
			tones.close();
		}
		await output.finalize();
		return target.buffer ?? mp4;
	} finally {
		input.dispose();
	}
}

/** The units of a packet, each after its length, but for supplemental information. */
function pictureUnits(packet: Uint8Array): Uint8Array {
	const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
	const kept: Uint8Array[] = [];
	for (let at = 0; at + LENGTH_BYTES < packet.length; ) {
		const end = at + LENGTH_BYTES + view.getUint32(at);
		if (((packet[at + LENGTH_BYTES] ?? 0) & 0x1f) !== SEI) kept.push(packet.subarray(at, end));
		at = end;
	}
	const units = new Uint8Array(kept.reduce((sum, unit) => sum + unit.length, 0));
	let at = 0;
	for (const unit of kept) {
		units.set(unit, at);
		at += unit.length;
	}
	return units;
}
