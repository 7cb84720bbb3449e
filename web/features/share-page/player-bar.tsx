import Pause from "icons:pause";
import Play from "icons:play";
import SkipBack from "icons:skip-back";
import SkipForward from "icons:skip-forward";
import X from "icons:x";
import { formatDuration } from "../../lib/i18n/format.ts";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { useExhibitTexts } from "./exhibit-texts.ts";
import type { PlayerTrack, Playing } from "./use-player.ts";

export function PlayerBar({
	track: { title, artist, art },
	playing: { isPaused, at, length },
	onToggle,
	onSeek,
	onStep,
	onClose,
}: {
	track: PlayerTrack;
	playing: Playing;
	onToggle: () => void;
	/** ms */
	onSeek: (ms: number) => void;
	onStep: ((by: 1 | -1) => void) | null;
	onClose: () => void;
}) {
	const t = useExhibitTexts();
	return (
		<section
			aria-label={t("exhibits.player")}
			className="fixed inset-x-2 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-[44rem] overflow-hidden rounded-card border border-line bg-surface shadow-float lg:bottom-4 print:hidden"
		>
			<div className="relative h-1.5 bg-faint has-focus-visible:outline-2 has-focus-visible:outline-primary">
				<div
					className="h-full bg-primary"
					style={{ width: `${length > 0 ? Math.min(100, (at / length) * 100) : 0}%` }}
				/>
				<input
					type="range"
					min={0}
					max={Math.max(1, length)}
					step={100}
					value={at}
					aria-label={t("exhibits.seek", { name: title })}
					aria-valuetext={formatDuration(at)}
					onChange={(event) => onSeek(Number(event.target.value))}
					className="absolute inset-x-0 -top-1 h-4 w-full cursor-pointer opacity-0"
				/>
			</div>
			<div className="flex items-center gap-2 py-1.5 ps-3 pe-1.5 sm:gap-3">
				{art && (
					<img
						src={`${art}?width=256`}
						alt=""
						className="size-10 shrink-0 rounded-thumb object-cover max-[22.5rem]:hidden"
					/>
				)}
				<p className="min-w-0 flex-1 leading-tight">
					<span dir="auto" className="block truncate text-left font-medium">
						{title}
					</span>
					<span className="tabular block truncate text-13 text-muted">
						{formatDuration(at)}
						{length > 0 && ` / ${formatDuration(length)}`}
						{artist && <span className="max-sm:hidden"> · {artist}</span>}
					</span>
				</p>
				{onStep && (
					<BarButton
						icon={SkipBack}
						label={t("exhibits.previousTrack")}
						onClick={() => onStep(-1)}
					/>
				)}
				<BarButton
					icon={isPaused ? Play : Pause}
					label={t(isPaused ? "exhibits.play" : "exhibits.pause", { name: title })}
					onClick={onToggle}
				/>
				{onStep && (
					<BarButton icon={SkipForward} label={t("exhibits.nextTrack")} onClick={() => onStep(1)} />
				)}
				<BarButton icon={X} label={t("exhibits.closePlayer")} onClick={onClose} />
			</div>
		</section>
	);
}

function BarButton({
	icon,
	label,
	onClick,
}: {
	icon: IconBody;
	label: string;
	onClick: () => void;
}) {
	return (
		<button
			type="button"
			className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-faint"
			aria-label={label}
			onClick={onClick}
		>
			<Icon of={icon} />
		</button>
	);
}
