import { useMemo } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { classes } from "../../ui/classes.ts";
import { useExhibitTexts } from "./exhibit-texts.ts";
import { extensionOf } from "./file-names.ts";
import { Heart } from "./picking.tsx";
import { PreviewImage } from "./preview-image.tsx";
import { srcSetOf } from "./preview-sources.ts";
import { Section, ShowAll, useFirst } from "./section.tsx";
import { titleOf } from "./titles.ts";
import { ratioOf } from "./view.ts";

/** Wider pictures of pages are cropped. */
const WIDEST = 1.9;
/** A double page is drawn this high relative to its width. */
const TALLEST = 0.7;

const READING_SIZES = "(width >= 64rem) 44rem, 92vw";

/** First pages, which open in the viewer; a sole document at reading size. */
export function Pages({
	lead,
	files,
	onOpen,
}: {
	/** at reading size before the others */
	lead: ShareFile | null;
	files: readonly ShareFile[];
	onOpen: (file: ShareFile) => void;
}) {
	const t = useExhibitTexts();
	const [only = null] = files;
	const first = lead ?? (files.length === 1 ? only : null);
	const rest = useMemo(() => files.filter((file) => file !== first), [files, first]);
	const [shown, showAll] = useFirst(rest);
	return (
		<Section title={t("exhibits.lookInside")}>
			{first && <ReadingPages file={first} onOpen={() => onOpen(first)} />}
			{rest.length > 0 && (
				<ul
					className={classes(
						"grid grid-cols-2 items-end gap-x-4 gap-y-6 sm:grid-cols-3",
						first && "mt-6",
					)}
				>
					{shown.map((file) => (
						<Page key={file.id} file={file} onOpen={() => onOpen(file)} />
					))}
				</ul>
			)}
			<ShowAll label={t("exhibits.showAll", { n: rest.length })} onClick={showAll} />
		</Section>
	);
}

function ReadingPages({ file, onOpen }: { file: ShareFile; onOpen: () => void }) {
	const t = useExhibitTexts();
	const { pages, morePages = [] } = file.preview ?? {};
	const first = (
		<PageButton
			file={file}
			sizes={READING_SIZES}
			aspectRatio={ratioOf(file)}
			isAlone={morePages.length === 0}
			onOpen={onOpen}
		/>
	);
	const hidden = (pages ?? 0) - 1 - morePages.length;
	return (
		<div id={`file=${file.id}`} className="min-w-0">
			{morePages.length === 0 ? (
				first
			) : (
				<ul
					// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
					tabIndex={0}
					aria-label={t("exhibits.lookInside")}
					className="flex snap-x snap-mandatory items-start gap-3 overflow-x-auto rounded-thumb pb-3 *:w-[88%] *:shrink-0 *:snap-start"
				>
					<li>{first}</li>
					{morePages.map(({ number, ...page }) => (
						<li key={page.src}>
							<img
								{...page}
								srcSet={srcSetOf({ ...page, kind: "page" }, page.src)}
								sizes={READING_SIZES}
								alt={t("exhibits.pageNumber", { n: number })}
								loading="lazy"
								decoding="async"
								className="h-auto w-full rounded-thumb border border-line bg-white"
							/>
						</li>
					))}
					{hidden > 0 && (
						<li className="grid place-items-center self-stretch rounded-thumb border border-line border-dashed p-6 text-center text-muted">
							{t("exhibits.pagesMore", { n: hidden })}
						</li>
					)}
				</ul>
			)}
			<Caption file={file} />
		</div>
	);
}

function Page({ file, onOpen }: { file: ShareFile; onOpen: () => void }) {
	return (
		<li id={`file=${file.id}`} className="min-w-0">
			<PageButton
				file={file}
				sizes="(width >= 40rem) 14rem, 35vw"
				isAlone
				aspectRatio={Math.min(WIDEST, Math.max(TALLEST, ratioOf(file)))}
				onOpen={onOpen}
			/>
			<Caption file={file} />
		</li>
	);
}

function PageButton({
	file,
	sizes,
	aspectRatio,
	isAlone,
	onOpen,
}: {
	file: ShareFile;
	sizes: string;
	aspectRatio: number;
	/** a document of several pages gets sheets behind it */
	isAlone: boolean;
	onOpen: () => void;
}) {
	const t = useExhibitTexts();
	return (
		<button
			type="button"
			className={classes(
				"relative block w-full cursor-zoom-in",
				isAlone && (file.preview?.pages ?? 1) > 1 && "sheets",
			)}
			aria-label={t("exhibits.previewNamed", { name: titleOf(file) })}
			onClick={onOpen}
		>
			<span
				className="relative block overflow-hidden rounded-thumb border border-line bg-white"
				style={{ aspectRatio }}
			>
				<PreviewImage
					file={file}
					paid={false}
					sizes={sizes}
					ratio={aspectRatio}
					icon={FILE_ICONS[file.icon]}
				/>
			</span>
		</button>
	);
}

function Caption({ file }: { file: ShareFile }) {
	const t = useExhibitTexts();
	const { originalName, preview, size } = file;
	const pages = preview?.pages ?? null;
	const facts = [
		extensionOf(originalName),
		pages === null ? formatSize(size) : t("exhibits.pages", { n: pages }),
	];
	return (
		<div className="flex items-end">
			<div className="min-w-0 flex-1">
				<p dir="auto" title={originalName} className="mt-2 truncate text-left font-medium">
					{titleOf(file)}
				</p>
				<p className="tabular text-13 text-muted [font-kerning:none]">
					{facts.filter(Boolean).join(" · ")}
				</p>
			</div>
			<Heart file={file} on="row" />
		</div>
	);
}
