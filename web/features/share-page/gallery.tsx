import { Play } from "lucide-react";
import { useState } from "react";
import type { ShareFile } from "../../../worker/contract/shares.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";
import { downloads, type Picture } from "./view.ts";

/** px; the height rows aim at, so that pictures of one row grow to the same height */
const ROW = 260;
/** How many pictures show before the rest waits behind a click: pages stay quick with hundreds. */
const FIRST = 60;

type Props = {
	pictures: readonly Picture[];
	paid: boolean;
	onOpen: (file: ShareFile) => void;
};

/** Pictures in rows, each with its true proportions, whole widths filled: sizes are known before a byte loads. */
export function Gallery({ pictures, paid, onOpen }: Props) {
	const t = useTexts();
	const [all, setAll] = useState(false);
	const shown = all ? pictures : pictures.slice(0, FIRST);
	if (shown.length === 0) return null;
	return (
		<section aria-label={t("share.gallery")}>
			<ul className="flex flex-wrap gap-2">
				{shown.map(({ file, ratio }, index) => (
					<li
						key={file.id}
						className="min-w-0"
						style={{
							flexGrow: ratio,
							flexBasis: `min(100%, ${Math.round(ratio * ROW)}px)`,
							// A last row of one would grow to the whole width, however tall.
							maxWidth:
								pictures.length > 2 && index > 0 ? `${Math.round(ratio * ROW * 2.2)}px` : undefined,
						}}
					>
						<Tile file={file} ratio={ratio} paid={paid} eager={index < 4} onOpen={onOpen} />
					</li>
				))}
				<li aria-hidden="true" className="h-0 basis-0" style={{ flexGrow: 2 }} />
			</ul>
			{shown.length < pictures.length && (
				<button type="button" className="btn btn-ghost mt-3" onClick={() => setAll(true)}>
					{t("share.showAll", { n: pictures.length })}
				</button>
			)}
		</section>
	);
}

function Tile({
	file,
	ratio,
	paid,
	eager,
	onOpen,
}: {
	file: ShareFile;
	ratio: number;
	paid: boolean;
	eager: boolean;
	onOpen: (file: ShareFile) => void;
}) {
	const t = useTexts();
	const isVideo = file.mimeType.startsWith("video/");
	return (
		<button
			type="button"
			onClick={() => onOpen(file)}
			aria-label={t("share.previewNamed", { name: file.originalName })}
			className="group relative block w-full cursor-zoom-in overflow-hidden rounded-thumb bg-faint"
			style={{ aspectRatio: ratio }}
		>
			<SoftPicture file={file} paid={paid && !isVideo} eager={eager} fit="cover" />
			{isVideo && (
				<span className="absolute inset-0 grid place-items-center">
					<span className="grid size-12 place-items-center rounded-full bg-black/55 text-white">
						<Icon of={Play} />
					</span>
				</span>
			)}
			<span className="absolute inset-x-0 bottom-0 truncate bg-black/60 px-2.5 py-1.5 text-start text-13 text-white opacity-0 transition-opacity duration-150 group-hover:opacity-100 group-focus-visible:opacity-100">
				{file.originalName}
			</span>
		</button>
	);
}

/**
 * A picture behind frosted glass. The few pixels there are get stretched and softened; once paid,
 * the original fades in over them, in place.
 */
export function SoftPicture({
	file,
	paid,
	eager,
	fit,
}: {
	file: ShareFile;
	paid: boolean;
	eager: boolean;
	fit: "cover" | "contain";
}) {
	const [original, setOriginal] = useState<"loading" | "there" | "failed">("loading");
	const { preview } = file;
	const reduced =
		preview?.kind === "watermarked" || preview?.kind === "poster" || preview?.kind === "clip";
	const source = preview?.src ?? preview?.placeholder;
	const cover = fit === "cover" ? "object-cover" : "object-contain";
	const canOpen = paid && /^image\/(?!svg)/.test(file.mimeType) && original !== "failed";
	return (
		<>
			{source && (
				<img
					src={source}
					alt=""
					loading={eager ? "eager" : "lazy"}
					decoding="async"
					className={classes(
						"absolute inset-0 size-full transition-[filter,transform,opacity] duration-700 ease-out",
						cover,
						!reduced && fit === "cover" && "scale-110",
						!reduced && "blur-lg",
						canOpen && original === "there" && "opacity-0",
					)}
				/>
			)}
			{canOpen && (
				<img
					src={downloads.preview(file.id)}
					alt={file.originalName}
					loading={eager ? "eager" : "lazy"}
					decoding="async"
					onLoad={() => setOriginal("there")}
					onError={() => setOriginal("failed")}
					className={classes(
						"absolute inset-0 size-full transition-[opacity,filter] duration-700 ease-out",
						cover,
						original === "there" ? "opacity-100 blur-none" : "opacity-0 blur-md",
					)}
				/>
			)}
		</>
	);
}
