import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from "mediabunny";
import {
	clipBytes,
	clipLimitMs,
	RENDITION_BYTES,
	WHOLE_CLIP_BYTES,
} from "../../../../../worker/contract/previews.ts";
import type { PreviewPolicy } from "../../../../../worker/contract/shares.ts";
import type { Rendition } from "../rendition.ts";
import { aiffAsWav } from "./aiff.ts";
import { artOf } from "./art.ts";
import { filmClip, trackClip } from "./clip.ts";
import { posterOf } from "./poster.ts";
import { sharesRun } from "./shares-run.ts";
import { waveformOf } from "./waveform.ts";

/**
 * Creates the clip of a track or film, a film's poster, and a track's waveform and embedded cover. Clips
 * are always encoded again, and left out when a part of them occurs in the file. Returns what the browser
 * is able to create, at worst nothing.
 */
export async function mediaRenditions(
	file: File,
	policy: PreviewPolicy["clip"],
): Promise<Rendition[]> {
	const source = (await aiffAsWav(file)) ?? file;
	const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(source) });
	try {
		if (!(await hasContent(input))) return [];
		const durationMs = Math.floor((await input.computeDuration()) * 1000);
		if (!Number.isFinite(durationMs) || durationMs < 1) return [];
		const film = await input.getPrimaryVideoTrack();
		const isSeen = film !== null && (await film.canDecode());
		const limitMs = clipLimitMs(policy, durationMs);
		const limitBytes = Math.min(
			policy === "whole" ? WHOLE_CLIP_BYTES : RENDITION_BYTES.clip,
			clipBytes(limitMs, film !== null),
		);
		const clip = await (film
			? isSeen && filmClip(input, film, limitMs, limitBytes)
			: trackClip(input, limitMs, limitBytes));
		return [
			...(await made(isSeen && posterOf(film, durationMs))),
			...(film ? [] : await made(artOf(input))),
			...(film ? [] : await made(waveformOf(input, durationMs))),
			...(clip && !(await sharesRun(clip, file))
				? [{ kind: "clip", body: clip, durationMs } as const]
				: []),
		];
	} finally {
		input.dispose();
	}
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
