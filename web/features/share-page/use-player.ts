import { type RefObject, useEffect, useRef, useState } from "react";
import { fileLinks } from "../../lib/server/queries/files.ts";

export type Playing = {
	id: string;
	isPaused: boolean;
	/** ms */
	at: number;
	/** ms; 0 until known */
	length: number;
};

export type PlayerTrack = {
	id: string;
	title: string;
	artist?: string;
	album?: string;
	art?: string;
};

/** Seconds before its end when the next track is loaded. */
const PRELOAD_S = 15;

/** ms after which a step back restarts the track. */
const RESTART_MS = 3000;

const isLoaded = (element: HTMLAudioElement, id: string) =>
	element.getAttribute("src") === fileLinks.stream(id);

export function pauseOthers(current: HTMLMediaElement): void {
	for (const media of document.querySelectorAll<HTMLMediaElement>("audio, video"))
		if (media !== current) media.pause();
}

/**
 * `tracks` are the playable ones, in order. Near its end the next one loads in `spare`, which then
 * takes over without a gap. Device keys and the lock screen control them too.
 */
export function usePlayer(tracks: readonly PlayerTrack[], onFail: () => void) {
	const audio = useRef<HTMLAudioElement>(null);
	const spare = useRef<HTMLAudioElement>(null);
	const [playing, setPlaying] = useState<Playing | null>(null);
	const play = (id: string) => {
		const element = audio.current;
		if (!element) return;
		if (playing?.id !== id) {
			element.src = fileLinks.stream(id);
			setPlaying({ id, isPaused: false, at: 0, length: 0 });
		}
		// Interrupted by the next track.
		element.play().catch((error: unknown) => {
			if (error instanceof DOMException && error.name === "AbortError") return;
			setPlaying(null);
			onFail();
		});
	};
	const toggle = (id: string) => {
		if (playing?.id === id && !playing.isPaused) audio.current?.pause();
		else play(id);
	};
	const seek = (ms: number) => {
		if (audio.current) audio.current.currentTime = ms / 1000;
	};
	const stop = () => {
		audio.current?.pause();
		setPlaying(null);
	};
	const next = () => tracks[tracks.findIndex(({ id }) => id === playing?.id) + 1];
	const preload = () => {
		const track = playing && next();
		const element = spare.current;
		if (!track || !element || isLoaded(element, track.id)) return;
		element.preload = "auto";
		element.src = fileLinks.stream(track.id);
	};
	const advance = () => {
		const track = next();
		const [ended, loaded] = [audio.current, spare.current];
		if (!playing || !track || !ended || !loaded || !isLoaded(loaded, track.id)) return step(1);
		audio.current = loaded;
		spare.current = ended;
		setPlaying({ id: track.id, isPaused: false, at: 0, length: 0 });
		// Safari starts only elements that a tap has started before.
		loaded.play().catch(() => {
			audio.current = ended;
			spare.current = loaded;
			play(track.id);
		});
	};
	const step = (by: 1 | -1) => {
		if (!playing) return;
		const to = tracks[tracks.findIndex(({ id }) => id === playing.id) + by];
		if (by < 0 && (!to || playing.at > RESTART_MS)) seek(0);
		else if (to) play(to.id);
		else stop();
	};
	const current = tracks.find(({ id }) => id === playing?.id) ?? null;
	const latest = useRef({ step, seek, advance, preload });
	useEffect(() => {
		latest.current = { step, seek, advance, preload };
	});
	useMediaSession(current, audio, latest);
	useEffect(() => {
		const elements = [audio.current, spare.current].filter((element) => element !== null);
		const note = ({ target }: Event) => {
			const element = audio.current;
			if (!element || target !== element) return;
			const { currentTime, duration, paused } = element;
			if (duration - currentTime < PRELOAD_S) latest.current.preload();
			setPlaying(
				(now) =>
					now && {
						...now,
						isPaused: paused,
						at: currentTime * 1000,
						length: Number.isFinite(duration) ? duration * 1000 : 0,
					},
			);
		};
		const over = new AbortController();
		const options = { signal: over.signal };
		for (const element of elements) {
			for (const name of ["play", "pause", "timeupdate", "durationchange", "seeked"])
				element.addEventListener(name, note, options);
			element.addEventListener("play", () => pauseOthers(element), options);
			element.addEventListener("ended", () => latest.current.advance(), options);
		}
		return () => {
			for (const element of elements) element.pause();
			over.abort();
		};
	}, []);
	return { audio, spare, playing, current, toggle, seek, step, stop };
}

function useMediaSession(
	track: PlayerTrack | null,
	audio: RefObject<HTMLAudioElement | null>,
	latest: RefObject<{ step: (by: 1 | -1) => void; seek: (ms: number) => void }>,
): void {
	const { title, artist, album, art } = track ?? {};
	useEffect(() => {
		if (!("mediaSession" in navigator) || title === undefined) return;
		const session = navigator.mediaSession;
		session.metadata = new MediaMetadata({
			title,
			...(artist && { artist }),
			...(album && { album }),
			...(art && { artwork: [{ src: art }] }),
		});
		const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
			["play", () => void audio.current?.play()],
			["pause", () => audio.current?.pause()],
			["previoustrack", () => latest.current.step(-1)],
			["nexttrack", () => latest.current.step(1)],
			["seekto", ({ seekTime = 0 }) => latest.current.seek(seekTime * 1000)],
		];
		for (const [action, handle] of handlers) session.setActionHandler(action, handle);
		return () => {
			session.metadata = null;
			for (const [action] of handlers) session.setActionHandler(action, null);
		};
	}, [title, artist, album, art, audio, latest]);
}
