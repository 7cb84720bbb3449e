import {
	ALL_FORMATS,
	BlobSource,
	CustomSource,
	EncodedPacketSink,
	Input,
	type InputFormat,
	QuickTimeInputFormat,
	type Source,
} from "mediabunny";
import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import {
	clipBytes,
	clipLimitMs,
	clipStartMs,
	type PreviewFailure,
	RENDITION_BYTES,
	WHOLE_CLIP_BYTES,
} from "../../../worker/files/previews/contract/previews.ts";
import type { Bytes } from "../../upload-engine/bytes.ts";
import type { MadePreviews, Rendition } from "../rendition.ts";
import { aiffAsWav } from "./aiff.ts";
import { alacAsWav } from "./alac-wav.ts";
import { type ClipPart, filmClip, trackClip } from "./clip.ts";
import { withPlainId3 } from "./id3.ts";
import { posterOf } from "./poster.ts";
import { artOf, tagsOf } from "./tags.ts";
import { waveformOf } from "./waveform.ts";

export type MediaKind = "poster" | "tags" | "art" | "waveform" | "clip";

export type RequestedMedia = {
	kinds: readonly MediaKind[];
	policy: PreviewPolicy["clip"];
	/** ms; the clip begins here, or earlier if needed to fit */
	startMs?: number | undefined;
};

/**
 * Makes the wanted renditions of a track or film, as far as the browser can; says why a clip is missing. The poster
 * and the tags also have the length.
 */
export async function mediaRenditions(
	file: Bytes,
	{ kinds, policy, startMs = 0 }: RequestedMedia,
): Promise<MadePreviews> {
	const readable = await readableMedia(file);
	const tagged = inputOf(readable, await formatsOf(readable));
	const lossless = await withoutAlac(readable, tagged);
	const input = lossless ?? tagged;
	try {
		const unreadable: MadePreviews = { renditions: [], failure: "unreadable" };
		if (!(await hasContent(input))) return unreadable;
		const durationMs = Math.floor((await input.computeDuration()) * 1000);
		if (!Number.isFinite(durationMs) || durationMs < 1) return unreadable;
		const film = await input.getPrimaryVideoTrack();
		const makers: Record<Exclude<MediaKind, "clip">, () => Promise<Rendition | null>> = {
			poster: async () => film && ((await film.canDecode()) ? posterOf(film, durationMs) : null),
			tags: () => tagsOf(tagged, durationMs),
			art: () => artOf(tagged),
			waveform: () => waveformOf(input, durationMs),
		};
		const renditions: Rendition[] = [];
		for (const kind of kinds) {
			// A failure doesn't affect the others.
			const made = kind === "clip" ? null : await makers[kind]().catch(() => null);
			if (made) renditions.push(made);
		}
		if (!kinds.includes("clip")) return { renditions, failure: null };
		const limitMs = clipLimitMs(policy, durationMs);
		const start = clipStartMs(startMs, limitMs, durationMs);
		const clip = await clipOf(input, policy, { start, limitMs }).catch(reasonOf);
		if (typeof clip === "string") return { renditions, failure: clip };
		renditions.push({ kind: "clip", body: clip, durationMs, startMs: start });
		return { renditions, failure: null };
	} finally {
		lossless?.dispose();
		tagged.dispose();
	}
}

/** The decoders' errors, too, are named EncodingError. */
const reasonOf = (error: unknown): PreviewFailure =>
	/decod/i.test(String(error)) ? "unreadable" : "unencodable";

async function withoutAlac(file: Bytes, input: Input): Promise<Input | null> {
	const track = await input.getPrimaryAudioTrack().catch(() => null);
	const isAlac = track && (await track.getInternalCodecId()) === "alac";
	if (!isAlac || (await input.getPrimaryVideoTrack())) return null;
	const wav = await alacAsWav(file, track);
	return wav && inputOf(wav);
}

async function clipOf(
	input: Input,
	policy: PreviewPolicy["clip"],
	part: ClipPart,
): Promise<Blob | PreviewFailure> {
	const film = await input.getPrimaryVideoTrack();
	const track = film ?? (await input.getPrimaryAudioTrack());
	if (!track || !(await track.canDecode())) return "undecodable";
	const limitBytes = Math.min(
		policy === "whole" ? WHOLE_CLIP_BYTES : RENDITION_BYTES.clip,
		clipBytes(part.limitMs, film !== null),
	);
	const clip = await (film
		? filmClip(input, film, part, limitBytes)
		: trackClip(input, part, limitBytes));
	return clip ?? "unencodable";
}

/** The library (1.61) recognises the format by `ftyp`, which old QuickTime lacks. */
const OLD_QUICKTIME = Object.assign(new QuickTimeInputFormat(), { _canReadInput: () => true });

async function formatsOf(file: Bytes): Promise<InputFormat[]> {
	const start = new Uint8Array(await file.slice(4, 8).arrayBuffer());
	const isOld = /^(?:wide|mdat|moov|free|skip|pnot)$/.test(String.fromCharCode(...start));
	return isOld ? [OLD_QUICKTIME] : ALL_FORMATS;
}

const inputOf = (file: Bytes, formats = ALL_FORMATS) =>
	new Input({ formats, source: sourceOf(file) });

function sourceOf(file: Bytes): Source {
	if (file instanceof Blob) return new BlobSource(file);
	return new CustomSource({
		getSize: () => file.size,
		read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
		prefetchProfile: "network",
	});
}

/** False if all tracks are empty. The library would search the end of an empty FLAC forever. */
async function hasContent(input: Input): Promise<boolean> {
	for (const track of await input.getTracks())
		if (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) return true;
	return false;
}

/** By the first bytes. In chunks of their own, Firefox could not load these in a worker. */
const READERS: readonly { begins: RegExp; read: (file: Bytes) => Promise<Bytes | null> }[] = [
	{ begins: /^ID3/, read: withPlainId3 },
	{ begins: /^FORM....AIF[FC]/s, read: aiffAsWav },
];
const HEAD_BYTES = 12;

/** Converts a track or film for the media library if it needs that. */
export async function readableMedia(file: Bytes): Promise<Bytes> {
	const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
	const beginning = String.fromCharCode(...head);
	const reader = READERS.find(({ begins }) => begins.test(beginning));
	return (await reader?.read(file)) ?? file;
}
