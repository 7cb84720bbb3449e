import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { GALLERY, type Picture, rowsOf, rowWidth } from "../../../worker/contract/share-view.ts";
import type { ShareFile } from "../../../worker/contract/shares.ts";
import { fileLinks } from "../../lib/queries/files.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	pictures: readonly Picture[];
	paid: boolean;
	onOpen: (file: ShareFile) => void;
};

/** Pictures in justified rows, each with its true proportions: sizes are known before the images load. */
export function Gallery({ pictures, paid, onOpen }: Props) {
	const t = useTexts();
	const layout = GALLERY[useMediaQuery("(width >= 48rem)") ? "wide" : "narrow"];
	const [all, setAll] = useState(false);
	const shown = all ? pictures : pictures.slice(0, layout.first);
	const rows = useMemo(() => rowsOf(shown, layout.target), [shown, layout.target]);
	if (shown.length === 0) return null;
	return (
		<section aria-label={t("share.gallery")} className="[grid-area:gallery]">
			<ul className="grid gap-2">
				{rows.map((row, index) => (
					<li key={row[0]?.file.id}>
						<ul className="flex gap-2" style={{ maxWidth: rowWidth(row, layout.target) }}>
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
				<button
					type="button"
					className="btn btn-ghost mt-3 max-md:w-full"
					onClick={() => setAll(true)}
				>
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
			<SoftPicture file={file} paid={paid && !isVideo} eager={eager} fit="cover" alt="" />
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
export function SoftPicture({
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
	const canOpen = paid && /^image\/(?!svg)/.test(file.mimeType) && original !== "failed";
	return (
		<>
			{source && (
				// The first rows are tiny and decoded synchronously, as in the Worker's rendering.
				<img
					src={source}
					alt=""
					loading={eager ? "eager" : "lazy"}
					decoding={eager ? "sync" : "async"}
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
