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

/** ms after which a step back restarts the track. */
const RESTART_MS = 3000;

export function pauseOthers(current: HTMLMediaElement): void {
	for (const media of document.querySelectorAll<HTMLMediaElement>("audio, video"))
		if (media !== current) media.pause();
}

/** `tracks` are the playable ones, in order. Device keys and the lock screen control them too. */
export function usePlayer(tracks: readonly PlayerTrack[], onFail: () => void) {
	const audio = useRef<HTMLAudioElement>(null);
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
	const step = (by: 1 | -1) => {
		if (!playing) return;
		const to = tracks[tracks.findIndex(({ id }) => id === playing.id) + by];
		if (by < 0 && (!to || playing.at > RESTART_MS)) seek(0);
		else if (to) play(to.id);
		else stop();
	};
	const current = tracks.find(({ id }) => id === playing?.id) ?? null;
	const latest = useRef({ step, seek });
	useEffect(() => {
		latest.current = { step, seek };
	});
	useMediaSession(current, audio, latest);
	useEffect(() => {
		const element = audio.current;
		if (!element) return;
		const note = () => {
			const { currentTime, duration, paused } = element;
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
		for (const name of ["play", "pause", "timeupdate", "durationchange", "seeked"])
			element.addEventListener(name, note, options);
		element.addEventListener("play", () => pauseOthers(element), options);
		element.addEventListener("ended", () => latest.current.step(1), options);
		return () => {
			element.pause();
			over.abort();
		};
	}, []);
	return { audio, playing, current, toggle, seek, step, stop };
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
