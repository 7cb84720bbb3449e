import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { GALLERY, type Picture, rowsOf, rowWidth } from "../../../worker/contract/share-view.ts";
import type { ShareFile } from "../../../worker/contract/shares.ts";
import { fileLinks } from "../../lib/queries/files.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	pictures: readonly Picture[];
	paid: boolean;
	onOpen: (file: ShareFile) => void;
};

const LAYOUTS = ["narrow", "wide"] as const;
type Layout = (typeof LAYOUTS)[number];

/** Where a layout is shown, at the same width as the media query below. */
const SHOWN_AT: Record<Layout, string> = { narrow: "md:hidden", wide: "max-md:hidden" };

/** On wide screens rows below these are out of sight; on narrow ones all stand above the price. */
const RENDERED_ROWS: Record<Layout, number> = { narrow: 6, wide: 4 };

/**
 * Pictures in justified rows, each with its true proportions: sizes are known before the images load.
 * The server does not know the window's width, so its HTML has the first rows for both.
 */
export function Gallery(props: Props) {
	const t = useTexts();
	const isWide = useMediaQuery("(width >= 48rem)");
	const isHydrated = useHydrated();
	const [all, setAll] = useState(false);
	if (props.pictures.length === 0) return null;
	const shown: Layout = isWide ? "wide" : "narrow";
	return (
		<section aria-label={t("share.gallery")} className="[grid-area:gallery]">
			{LAYOUTS.filter((layout) => !isHydrated || layout === shown).map((layout) => (
				<div key={layout} className={SHOWN_AT[layout]}>
					<Rows
						{...props}
						layout={layout}
						maxRows={isHydrated ? Number.POSITIVE_INFINITY : RENDERED_ROWS[layout]}
						all={all}
						onAll={() => setAll(true)}
					/>
				</div>
			))}
		</section>
	);
}

function Rows({
	pictures,
	paid,
	onOpen,
	layout,
	maxRows,
	all,
	onAll,
}: Props & { layout: Layout; maxRows: number; all: boolean; onAll: () => void }) {
	const t = useTexts();
	const { target, first } = GALLERY[layout];
	const shown = all ? pictures : pictures.slice(0, first);
	const rows = useMemo(() => rowsOf(shown, target), [shown, target]);
	return (
		<>
			<ul className="grid gap-2">
				{rows.slice(0, maxRows).map((row, index) => (
					<li key={row[0]?.file.id}>
						<ul className="flex gap-2" style={{ maxWidth: rowWidth(row, target) }}>
							{row.map(({ file, ratio }) => (
								<li key={file.id} className="min-w-0" style={{ flex: `${ratio} 1 0` }}>
									<Tile file={file} ratio={ratio} paid={paid} eager={index < 2} onOpen={onOpen} />
								</li>
							))}
						</ul>
					</li>
				))}
			</ul>
			{shown.length < pictures.length && (
				<button type="button" className="btn btn-ghost mt-3 max-md:w-full" onClick={onAll}>
					{t("share.showAll", { n: pictures.length })}
				</button>
			)}
		</>
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
			<PreviewImage file={file} paid={paid && !isVideo} eager={eager} fit="cover" alt="" />
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
 * A blurred picture: the tiny preview is scaled up and blurred; once paid, the original fades in over it.
 */
export function PreviewImage({
	file,
	paid,
	eager,
	fit,
	alt,
}: {
	file: ShareFile;
	paid: boolean;
	eager: boolean;
	fit: "cover" | "contain";
	/** empty where the surrounding element already has the name */
	alt: string;
}) {
	const [original, setOriginal] = useState<"loading" | "there" | "failed">("loading");
	const { preview } = file;
	const reduced =
		preview?.kind === "watermarked" || preview?.kind === "poster" || preview?.kind === "clip";
	const source = preview?.src ?? preview?.placeholder;
	const cover = fit === "cover" ? "object-cover" : "object-contain";
	// An image that loads or fails before its page is hydrated would tell nobody.
	const isHydrated = useHydrated();
	const canOpen =
		isHydrated && paid && /^image\/(?!svg)/.test(file.mimeType) && original !== "failed";
	return (
		<>
			{source && (
				// The first rows are tiny and decoded synchronously, so that they are in the first picture.
				<img
					src={source}
					alt=""
					loading={eager ? "eager" : "lazy"}
					decoding={eager ? "sync" : "async"}
					className={classes(
						"absolute inset-0 size-full transition-[filter,transform,opacity] duration-700 ease-out",
						cover,
						!reduced && fit === "cover" && "scale-105",
						// Only as far as the edges of its pixels would show.
						!reduced && (fit === "cover" ? "blur-xs" : "blur-sm"),
						canOpen && original === "there" && "opacity-0",
					)}
				/>
			)}
			{canOpen && (
				<img
					src={fileLinks.preview(file.id)}
					alt={alt}
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
