import Play from "icons:play";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { formatDuration } from "../../lib/i18n/format.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useExhibitTexts } from "./exhibit-texts.ts";
import type { OwnTools } from "./own-tools.ts";
import { Heart } from "./picking.tsx";
import { PreviewImage } from "./preview-image.tsx";
import { Section, ShowAll, useFirst } from "./section.tsx";
import { pauseOthers } from "./use-player.ts";
import { isOpen, isPlayable, ratioOf } from "./view.ts";

const PosterChoice = lazy(() => import("./poster-choice.tsx"));

const shapeOf = (ratio: number) => ({
	aspectRatio: ratio,
	width: `min(100%, ${Math.round(ratio * 80)}svh)`,
});

export function Films({
	files,
	paid,
	own,
}: {
	files: readonly ShareFile[];
	paid: boolean;
	own: OwnTools | null;
}) {
	const t = useExhibitTexts();
	const [shown, showAll] = useFirst(files);
	return (
		<Section title={t("exhibits.films", { n: files.length })}>
			<ul className={classes("grid gap-x-4 gap-y-5", files.length > 1 && "sm:grid-cols-2")}>
				{shown.map((file) => (
					<Film
						key={file.id}
						file={file}
						paid={isOpen(file, paid)}
						own={own}
						sizes={
							files.length > 1 ? "(width >= 40rem) 22rem, 65vw" : "(width >= 64rem) 44rem, 92vw"
						}
					/>
				))}
			</ul>
			<ShowAll label={t("exhibits.showAll", { n: files.length })} onClick={showAll} />
		</Section>
	);
}

function Film({
	file,
	paid,
	own,
	sizes,
}: {
	file: ShareFile;
	paid: boolean;
	own: OwnTools | null;
	sizes: string;
}) {
	const t = useExhibitTexts();
	const [isOpen, setOpen] = useState(false);
	const { preview, originalName } = file;
	const isClip = !paid && preview?.clipMs && preview.clipMs < (preview.durationMs ?? Infinity);
	const picture = (
		<>
			<PreviewImage file={file} paid={false} sizes={sizes} icon={FILE_ICONS.video} />
			{preview?.durationMs && (
				<span className="tabular absolute right-2 bottom-2 rounded-thumb bg-black/65 px-1.5 text-13 text-white">
					{formatDuration(preview.durationMs)}
				</span>
			)}
		</>
	);
	const box = "relative mx-auto block overflow-hidden rounded-control bg-faint";
	const style = shapeOf(ratioOf(file));
	return (
		<li id={`file=${file.id}`} className="min-w-0">
			{isOpen ? (
				<Player file={file} own={own} className={box} style={style} />
			) : isPlayable(file, paid) ? (
				<button
					type="button"
					className={`${box} group cursor-pointer`}
					style={style}
					aria-label={t("exhibits.play", { name: originalName })}
					onClick={() => setOpen(true)}
				>
					{picture}
					<span className="absolute inset-0 grid place-items-center">
						<span className="grid size-16 place-items-center rounded-full border border-white/80 bg-black/45 text-white transition-colors duration-150 group-hover:bg-black/65">
							<Icon
								of={Play}
								size={28}
								className="translate-x-0.5 fill-current drop-shadow-[0_1px_2px_black]"
							/>
						</span>
					</span>
				</button>
			) : (
				<span className={box} style={style}>
					{picture}
				</span>
			)}
			<p className="mt-2 flex min-w-0 items-baseline justify-between gap-3">
				<span
					dir="auto"
					title={originalName}
					className="line-clamp-2 min-w-0 flex-1 text-left font-medium"
				>
					{originalName}
				</span>
				{isClip && (
					<span className="tabular shrink-0 text-13 text-muted [font-kerning:none]">
						{t("exhibits.clipLength", { n: Math.round((preview.clipMs ?? 0) / 1000) })}
					</span>
				)}
				<Heart file={file} on="row" />
			</p>
		</li>
	);
}

/** Replaces the poster, and takes its focus. */
function Player({
	file,
	own,
	className,
	style,
}: {
	file: ShareFile;
	own: OwnTools | null;
	className: string;
	style: { aspectRatio: number; width: string };
}) {
	const video = useRef<HTMLVideoElement>(null);
	useEffect(() => video.current?.focus(), []);
	return (
		<>
			{/* biome-ignore lint/a11y/useMediaCaption: a creator's file carries its own captions or none */}
			<video
				ref={video}
				controls
				autoPlay
				playsInline
				aria-label={file.originalName}
				src={fileLinks.stream(file.id)}
				poster={file.preview?.src ?? undefined}
				onPlay={(event) => pauseOthers(event.currentTarget)}
				className={`${className} bg-black object-contain`}
				style={style}
			/>
			{own && (
				<Suspense>
					<PosterChoice fileId={file.id} slug={own.slug} video={video} />
					<own.ClipStart file={file} policy={own.policy} media={video} />
				</Suspense>
			)}
		</>
	);
}
