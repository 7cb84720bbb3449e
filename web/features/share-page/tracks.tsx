import Pause from "icons:pause";
import Play from "icons:play";
import { type ReactNode, Suspense, useMemo } from "react";
import type { ShareCover, ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { formatDuration, formatNumber } from "../../lib/i18n/format.ts";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useExhibitTexts } from "./exhibit-texts.ts";
import type { OwnTools } from "./own-tools.ts";
import { Heart } from "./picking.tsx";
import { PlayerBar } from "./player-bar.tsx";
import { PreviewImage } from "./preview-image.tsx";
import { atWidth } from "./preview-sources.ts";
import { Section, ShowAll, useFirst } from "./section.tsx";
import { common, trackNamesOf } from "./titles.ts";
import { type Playing, usePlayer } from "./use-player.ts";
import { isOpen, isPlayable } from "./view.ts";
import { Waveform } from "./waveform.tsx";

export function Tracks({
	files,
	cover,
	coverFile = null,
	paid,
	own,
}: {
	files: readonly ShareFile[];
	/** null if the page shows it elsewhere */
	cover: ShareCover | null;
	/** the album's cover among the files, unless `cover` is a creator's choice */
	coverFile?: ShareFile | null;
	paid: boolean;
	own: OwnTools | null;
}) {
	const t = useExhibitTexts();
	const [shown, showAll] = useFirst(files);
	const names = useMemo(() => trackNamesOf(files), [files]);
	const album = common(files.map(({ preview }) => preview?.tags?.album));
	const artist = common(files.map(({ preview }) => preview?.tags?.artist));
	const hasCover = cover !== null || coverFile !== null;
	const isOneArt = hasCover && common(files.map(({ preview }) => preview?.src)) !== undefined;
	const lengths = files.map(({ preview }) => preview?.durationMs ?? null);
	const length = lengths.reduce((sum, ms) => (sum === null || ms === null ? null : sum + ms), 0);
	const playable = files.flatMap((file, index) => {
		if (!isPlayable(file, isOpen(file, paid))) return [];
		const { tags, src } = file.preview ?? {};
		const art = src ?? cover?.src;
		return [
			{
				id: file.id,
				title: names[index] ?? file.originalName,
				...(tags?.artist && { artist: tags.artist }),
				...(tags?.album && { album: tags.album }),
				...(art && { art }),
			},
		];
	});
	const { audio, spare, playing, current, toggle, seek, step, stop } = usePlayer(playable, () =>
		toast({ tone: "destructive", title: t("exhibits.playFailed") }),
	);
	const facts = [
		artist,
		album,
		length !== null && files.length > 1 && formatDuration(length),
	].filter(Boolean);
	const [first] = playable;
	return (
		<Section title={t("exhibits.tracks", { n: files.length })}>
			{/* biome-ignore lint/a11y/useMediaCaption: music has no captions, and the controls are below */}
			<audio ref={audio} preload="none" />
			{/* biome-ignore lint/a11y/useMediaCaption: loads the next track, then plays it */}
			<audio ref={spare} preload="none" />
			<div
				className={classes(
					"grid items-start gap-5",
					hasCover && "sm:grid-cols-[13rem_minmax(0,1fr)]",
				)}
			>
				<div
					className={classes(
						"min-w-0",
						!hasCover && facts.length === 0 && playable.length < 2 && "hidden",
					)}
				>
					{!cover && coverFile && (
						<span className="relative mx-auto mb-3 block aspect-square w-[min(100%,44svh)] overflow-hidden rounded-control bg-faint">
							<PreviewImage file={coverFile} paid={paid} sizes="44svh" ratio={1} first />
						</span>
					)}
					{cover && (
						<img
							src={cover.src}
							alt=""
							width={cover.width}
							height={cover.height}
							fetchPriority="high"
							className="mx-auto mb-3 aspect-square max-h-[44svh] rounded-control bg-faint object-contain"
						/>
					)}
					<div
						className={classes(
							"flex items-center justify-between gap-3",
							hasCover && "sm:flex-col sm:items-stretch",
						)}
					>
						<p className="min-w-0 text-muted">
							{facts.map((fact, index) => (
								<span key={String(fact)} dir="auto">
									{index > 0 && " · "}
									{fact}
								</span>
							))}
						</p>
						{first && playable.length > 1 && (
							<Button
								size="sm"
								className="shrink-0"
								icon={<Icon of={Play} size={18} className="fill-current" />}
								onClick={() => toggle(first.id)}
							>
								{t("exhibits.playAll")}
							</Button>
						)}
					</div>
				</div>
				<ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
					{shown.map((file, index) => (
						<Track
							key={file.id}
							file={file}
							number={index + 1}
							name={names[index] ?? file.originalName}
							artist={artist === undefined ? file.preview?.tags?.artist : undefined}
							hasArt={!isOneArt}
							paid={isOpen(file, paid)}
							playing={playing?.id === file.id ? playing : null}
							onToggle={() => toggle(file.id)}
							onSeek={seek}
						>
							{own && playing?.id === file.id && (
								<Suspense>
									<own.ClipStart file={file} policy={own.policy} media={audio} />
								</Suspense>
							)}
						</Track>
					))}
				</ol>
			</div>
			<ShowAll label={t("exhibits.showAll", { n: files.length })} onClick={showAll} />
			{playing && current && (
				<PlayerBar
					track={current}
					playing={playing}
					onToggle={() => toggle(current.id)}
					onSeek={seek}
					onStep={playable.length > 1 ? step : null}
					onClose={stop}
				/>
			)}
		</Section>
	);
}

function Track({
	file,
	number,
	name,
	artist,
	hasArt,
	paid,
	playing,
	onToggle,
	onSeek,
	children,
}: {
	file: ShareFile;
	number: number;
	name: string;
	artist: string | undefined;
	/** its picture differs from the cover */
	hasArt: boolean;
	paid: boolean;
	playing: Playing | null;
	onToggle: () => void;
	onSeek: (ms: number) => void;
	children: ReactNode;
}) {
	const t = useExhibitTexts();
	const { preview } = file;
	const length = preview?.durationMs ?? null;
	const played = paid ? null : (preview?.clipMs ?? null);
	const clip = played !== null && played < (length ?? Infinity) ? played : null;
	return (
		<li
			id={`file=${file.id}`}
			className={classes(
				"grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2.5 sm:px-4",
				playing && "bg-faint",
			)}
		>
			<TrackButton
				file={file}
				name={name}
				hasArt={hasArt}
				isOn={playing !== null && !playing.isPaused}
				onToggle={isPlayable(file, paid) ? onToggle : null}
			/>
			<div className="min-w-0">
				<p className="flex min-w-0 items-baseline gap-2">
					<span aria-hidden="true" className="tabular shrink-0 text-13 text-muted">
						{formatNumber(number)}
					</span>
					<span
						dir="auto"
						title={file.originalName}
						className="line-clamp-2 min-w-0 flex-1 text-left font-medium sm:line-clamp-1"
					>
						{name}
						{artist && <span className="font-normal text-muted"> · {artist}</span>}
					</span>
					<span className="tabular shrink-0 text-13 text-muted">
						{playing ? formatDuration(playing.at) : length !== null && formatDuration(length)}
					</span>
				</p>
				<div className="mt-1 flex items-center gap-3">
					{preview?.waveform && (
						<Waveform
							peaks={preview.waveform}
							name={name}
							playing={playing}
							from={clip && length ? (preview.clipStartMs ?? 0) / length : 0}
							part={clip && length ? clip / length : 1}
							onSeek={onSeek}
						/>
					)}
					{clip !== null && (
						<span className="tabular shrink-0 text-13 text-muted">
							{t("exhibits.clipLength", { n: Math.round(clip / 1000) })}
						</span>
					)}
				</div>
				{children}
			</div>
			<Heart file={file} on="row" />
		</li>
	);
}

function TrackButton({
	file: { preview },
	name,
	hasArt,
	isOn,
	onToggle,
}: {
	file: ShareFile;
	name: string;
	hasArt: boolean;
	isOn: boolean;
	/** null if nothing can be played */
	onToggle: (() => void) | null;
}) {
	const t = useExhibitTexts();
	const art = hasArt && preview?.src && (
		<img
			src={atWidth(preview.src, 256)}
			alt=""
			loading="lazy"
			decoding="async"
			className="absolute inset-0 size-full object-cover"
		/>
	);
	const box = "relative grid size-12 shrink-0 place-items-center overflow-hidden rounded-thumb";
	if (!onToggle)
		return (
			<span className={classes(box, "bg-faint text-muted")} aria-hidden="true">
				{art || <Icon of={FILE_ICONS.audio} />}
			</span>
		);
	return (
		<button
			type="button"
			onClick={onToggle}
			aria-label={t(isOn ? "exhibits.pause" : "exhibits.play", { name })}
			className={classes(
				box,
				art ? "text-white" : isOn ? "bg-primary text-primary-content" : "bg-faint text-primary",
			)}
		>
			{art}
			{art && <span className="absolute inset-0 bg-black/40" />}
			<Icon
				of={isOn ? Pause : Play}
				size={22}
				className={classes("relative fill-current", art && "drop-shadow-[0_1px_2px_black]")}
			/>
		</button>
	);
}
