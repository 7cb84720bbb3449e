import { useEffect, useRef, useState } from "react";
import { fileLinks } from "../../lib/server/queries/files.ts";

/** What is played of the page's tracks. */
export type Playing = {
	id: string;
	isPaused: boolean;
	/** ms */
	at: number;
	/** ms; 0 until it is known */
	length: number;
};

/** Stops everything else that plays on the page. */
export function pauseOthers(current: HTMLMediaElement): void {
	for (const media of document.querySelectorAll<HTMLMediaElement>("audio, video"))
		if (media !== current) media.pause();
}

/**
 * The page's one player of tracks: a track that begins ends the one before it, and the next follows at
 * its end. `ids` are the tracks that can be played, in order.
 */
export function usePlayer(ids: readonly string[], onFail: () => void) {
	const audio = useRef<HTMLAudioElement>(null);
	const [playing, setPlaying] = useState<Playing | null>(null);
	const play = (id: string) => {
		const element = audio.current;
		if (!element) return;
		if (playing?.id !== id) {
			element.src = fileLinks.stream(id);
			setPlaying({ id, isPaused: false, at: 0, length: 0 });
		}
		// Interrupted by the next track, which is no failure.
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
	const next = () => {
		const id = playing && ids[ids.indexOf(playing.id) + 1];
		if (id) play(id);
		else setPlaying(null);
	};
	const latestNext = useRef(next);
	useEffect(() => {
		latestNext.current = next;
	});
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
		const onPlay = () => pauseOthers(element);
		const onEnd = () => latestNext.current();
		for (const name of ["play", "pause", "timeupdate", "durationchange", "seeked"])
			element.addEventListener(name, note);
		element.addEventListener("play", onPlay);
		element.addEventListener("ended", onEnd);
		return () => {
			element.pause();
			for (const name of ["play", "pause", "timeupdate", "durationchange", "seeked"])
				element.removeEventListener(name, note);
			element.removeEventListener("play", onPlay);
			element.removeEventListener("ended", onEnd);
		};
	}, []);
	return { audio, playing, toggle, seek };
}
