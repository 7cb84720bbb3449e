import {
	ALL_FORMATS,
	BlobSource,
	CustomSource,
	EncodedPacketSink,
	Input,
	type Source,
} from "mediabunny";
import type { PreviewPolicy } from "../../../../../worker/contract/catalogue/share-fields.ts";
import {
	clipBytes,
	clipLimitMs,
	type PreviewFailure,
	RENDITION_BYTES,
	WHOLE_CLIP_BYTES,
} from "../../../../../worker/contract/files/previews.ts";
import type { Bytes } from "../../../../upload-engine/bytes.ts";
import type { MadePreviews, Rendition } from "../rendition.ts";
import { alacAsWav } from "./alac-wav.ts";
import { artOf } from "./art.ts";
import { filmClip, trackClip } from "./clip.ts";
import { CLIP_VARIANTS } from "./clip-variants.ts";
import { posterOf } from "./poster.ts";
import { readableMedia } from "./readable.ts";
import { sharesRun } from "./shares-run.ts";
import { tagsOf } from "./tags.ts";
import { waveformOf } from "./waveform.ts";

/**
 * Creates the clip of a track or film, a film's poster, and a track's waveform, embedded cover and tags, as
 * far as the browser is able to, and says why there is no clip.
 */
export async function mediaRenditions(
	file: Bytes,
	policy: PreviewPolicy["clip"],
): Promise<MadePreviews> {
	const readable = await readableMedia(file);
	const tagged = inputOf(readable);
	const lossless = await withoutAlac(readable, tagged);
	const input = lossless ?? tagged;
	try {
		const unreadable: MadePreviews = { renditions: [], failure: "unreadable" };
		if (!(await hasContent(input))) return unreadable;
		const durationMs = Math.floor((await input.computeDuration()) * 1000);
		if (!Number.isFinite(durationMs) || durationMs < 1) return unreadable;
		const film = await input.getPrimaryVideoTrack();
		const isSeen = film !== null && (await film.canDecode());
		const clip = await clipOf(input, policy, file, durationMs);
		return {
			renditions: [
				...(await made(isSeen && posterOf(film, durationMs))),
				...(film ? [] : await made(tagsOf(tagged))),
				...(film ? [] : await made(artOf(tagged))),
				...(film ? [] : await made(waveformOf(input, durationMs))),
				...(typeof clip === "string"
					? []
					: [{ kind: "clip", body: clip, durationMs } satisfies Rendition]),
			],
			failure: typeof clip === "string" ? clip : null,
		};
	} finally {
		lossless?.dispose();
		tagged.dispose();
	}
}

/** A track of Apple Lossless in a form that the library decodes; null for all else. */
async function withoutAlac(file: Bytes, input: Input): Promise<Input | null> {
	const track = await input.getPrimaryAudioTrack().catch(() => null);
	const isAlac = track && (await track.getInternalCodecId()) === "alac";
	if (!isAlac || (await input.getPrimaryVideoTrack())) return null;
	const wav = await alacAsWav(file, track);
	return wav && inputOf(wav);
}

/**
 * The clip, or why there is none. It is always encoded, in another way when it has a part in common with
 * the file.
 */
async function clipOf(
	input: Input,
	policy: PreviewPolicy["clip"],
	file: Bytes,
	durationMs: number,
): Promise<Blob | PreviewFailure> {
	const film = await input.getPrimaryVideoTrack();
	const track = film ?? (await input.getPrimaryAudioTrack());
	if (!track || !(await track.canDecode())) return "undecodable";
	const limitMs = clipLimitMs(policy, durationMs);
	const limitBytes = Math.min(
		policy === "whole" ? WHOLE_CLIP_BYTES : RENDITION_BYTES.clip,
		clipBytes(limitMs, film !== null),
	);
	for (const variant of CLIP_VARIANTS) {
		const clip = await (film
			? filmClip(input, film, limitMs, limitBytes, variant)
			: trackClip(input, limitMs, limitBytes, variant));
		if (!clip) return "unencodable";
		if (!(await sharesRun(clip, file))) return clip;
	}
	return "alike";
}

const inputOf = (file: Bytes) => new Input({ formats: ALL_FORMATS, source: sourceOf(file) });

function sourceOf(file: Bytes): Source {
	if (file instanceof Blob) return new BlobSource(file);
	return new CustomSource({
		getSize: () => file.size,
		read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
		prefetchProfile: "network",
	});
}

/** False when no track begins with anything. For the last part of a FLAC without any the library looks for ever. */
async function hasContent(input: Input): Promise<boolean> {
	for (const track of await input.getTracks())
		if (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) return true;
	return false;
}

/** One that fails leaves the others. */
async function made(rendition: Promise<Rendition | null> | false): Promise<Rendition[]> {
	const result = await Promise.resolve(rendition).catch(() => null);
	return result ? [result] : [];
}
