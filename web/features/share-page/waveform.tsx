import { Fragment, useId, useMemo } from "react";
import { formatDuration } from "../../lib/i18n/format.ts";
import { useExhibitTexts } from "./exhibit-texts.ts";
import type { Playing } from "./use-player.ts";

/** The most that fit on a phone. */
const BARS = 72;
/** In the drawing's units; bars are one wide and one apart. */
const HEIGHT = 24;
const LEAST = 1.5;

const WAVEFORM_BOX = `0 0 ${BARS * 2} ${HEIGHT}`;

/** Returns the `d` of a path; peaks are base-36 digits. */
function waveformPath(peaks: string): string {
	const heights = [...peaks].map((digit) => Number.parseInt(digit, 36) / 35 || 0);
	return Array.from({ length: BARS }, (_, bar) => {
		const from = Math.floor((bar * heights.length) / BARS);
		const to = Math.max(from + 1, Math.floor(((bar + 1) * heights.length) / BARS));
		const height = Math.max(LEAST, Math.max(0, ...heights.slice(from, to)) * HEIGHT);
		const top = Math.round((HEIGHT - height) * 5) / 10;
		return `M${bar * 2 + 0.5} ${top}v${Math.round(height * 10) / 10}`;
	}).join("");
}

/** A slider covers it while its track plays. */
export function Waveform({
	peaks,
	name,
	playing,
	from,
	part,
	onSeek,
}: {
	peaks: string;
	name: string;
	playing: Playing | null;
	/** start of the playable part, 0 to 1 */
	from: number;
	/** its length, 0 to 1; the rest is paler */
	part: number;
	onSeek: (ms: number) => void;
}) {
	const t = useExhibitTexts();
	const id = useId();
	const path = useMemo(() => waveformPath(peaks), [peaks]);
	const at = from + (playing && playing.length > 0 ? (playing.at / playing.length) * part : 0);
	const end = Math.min(1, from + part);
	const stops = [
		["text-line", 0, from],
		["text-primary", from, at],
		["text-edge", at, end],
		["text-line", end, 1],
	] as const;
	const drawn = stops.filter(([, first, last]) => first < last);
	return (
		<span className="relative block h-6 min-w-0 flex-1 rounded-thumb has-focus-visible:outline-2 has-focus-visible:outline-primary">
			<svg
				aria-hidden="true"
				viewBox={WAVEFORM_BOX}
				preserveAspectRatio="none"
				className="size-full"
			>
				<linearGradient id={id}>
					{drawn.map(([colour, first, last]) => (
						<Fragment key={last}>
							<stop className={colour} offset={first} stopColor="currentColor" />
							<stop className={colour} offset={last} stopColor="currentColor" />
						</Fragment>
					))}
				</linearGradient>
				<path d={path} stroke={`url(#${id})`} strokeWidth="1" />
			</svg>
			{playing && playing.length > 0 && (
				<input
					type="range"
					min={0}
					max={playing.length}
					step={100}
					value={playing.at}
					aria-label={t("exhibits.seek", { name })}
					aria-valuetext={formatDuration(playing.at)}
					onChange={(event) => onSeek(Number(event.target.value))}
					className="absolute inset-y-0 h-full cursor-pointer opacity-0"
					style={{ left: `${from * 100}%`, width: `${(end - from) * 100}%` }}
				/>
			)}
		</span>
	);
}
