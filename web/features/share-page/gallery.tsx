import Lock from "icons:lock";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { ShareCover, ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { formatNumber, formatSize } from "../../lib/i18n/format.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { useMediaQuery } from "../../lib/page/use-media-query.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { extensionOf } from "./file-names.ts";
import { GALLERY, heightOf, ROWS_PER_GROUP, ratioSum, rowsOf, widthOf } from "./gallery-layout.ts";
import { LatePictureDownload } from "./late-parts.ts";
import { Heart } from "./picking.tsx";
import { PreviewImage } from "./preview-image.tsx";
import { useTexts } from "./texts.ts";
import { isOpen, ratioOf } from "./view.ts";

type Props = {
	pictures: readonly ShareFile[];
	cover: ShareCover | null;
	paid: boolean;
	/** false if nobody can buy it now */
	isForSale: boolean;
	shownToBuyers?: ReactNode;
	onOpen: (file: ShareFile) => void;
};

const LAYOUTS = ["narrow", "wide"] as const;
type Layout = (typeof LAYOUTS)[number];

const SHOWN_AT: Record<Layout, string> = { narrow: "md:hidden", wide: "max-md:hidden" };

/** Up to this many blurred pictures are framed like prints: alone, a blur looks like a fault. */
const MOST_FRAMED = 3;

/** More are out of sight on wide screens; on narrow ones all come before the price. */
const RENDERED_ROWS: Record<Layout, number> = { narrow: 6, wide: 4 };

/** Neither laid out nor painted while out of sight, with room for the focus outline. */
const SKIPPED = "-m-1 p-1 [content-visibility:auto]";

/** Phones show three fifths of up to three pixels per point: they look the same at a third of the bytes. */
const sizesFor: Record<Layout, (part: number) => string> = {
	narrow: (part) => `${Math.round(part * 58)}vw`,
	wide: (part) => `${Math.round(part * 44)}rem`,
};
/** An upright cover must not fill more than the screen. */
const LEAD = "mx-auto rounded-control [--lead-height:min(110vw,64svh)] lg:[--lead-height:34rem]";
const leadShape = (ratio: number) => ({
	aspectRatio: ratio,
	maxWidth: `calc(var(--lead-height) * ${ratio})`,
});
const COVER_SIZES = "(width >= 48rem) 44rem, 58vw";

/**
 * The cover, then pictures in justified rows, uncropped and sized before they load. The server doesn't
 * know the window's width, so its HTML has the first rows of both layouts.
 */
export function Gallery({ cover, pictures, paid, isForSale, shownToBuyers, onOpen }: Props) {
	const t = useTexts();
	const isWide = useMediaQuery("(width >= 48rem)");
	const isHydrated = useHydrated();
	const [all, setAll] = useState(false);
	const lead = pictures.find((file) => file.id === cover?.fileId) ?? null;
	const rest = useMemo(() => pictures.filter((file) => file !== lead), [pictures, lead]);
	const shown: Layout = isWide ? "wide" : "narrow";
	const shut = pictures.filter((file) => !isOpen(file, paid));
	const isBlurred = shut.some(({ preview }) => preview?.kind === "image");
	const isFramed =
		pictures.length <= MOST_FRAMED &&
		!paid &&
		pictures.every(({ preview }) => preview?.kind === "image");
	const blurred = t(isForSale ? "share.blurredHint" : "share.blurred");
	const isMarked = !isBlurred && shut.some(({ preview }) => preview?.kind === "watermarked");
	return (
		<section aria-label={t("share.gallery")} className="grid gap-2">
			{cover &&
				(lead ? (
					<Tile
						file={lead}
						paid={paid}
						unlocked={pictures}
						sizes={COVER_SIZES}
						frame={isFramed ? blurred : null}
						isLead
						onOpen={onOpen}
					/>
				) : (
					<OwnCover cover={cover} />
				))}
			{rest.length > 0 &&
				LAYOUTS.filter((layout) => !isHydrated || layout === shown).map((layout) => (
					<div key={layout} className={SHOWN_AT[layout]}>
						<Rows
							pictures={rest}
							total={pictures.length}
							paid={paid}
							unlocked={pictures}
							frame={isFramed ? blurred : null}
							onOpen={onOpen}
							layout={layout}
							maxRows={isHydrated ? Number.POSITIVE_INFINITY : RENDERED_ROWS[layout]}
							all={all}
							onAll={() => setAll(true)}
						/>
					</div>
				))}
			{shownToBuyers && <p className="text-13 text-muted">{shownToBuyers}</p>}
			{(isMarked || (isBlurred && !isFramed)) && (
				<p className="text-13 text-muted">{isMarked ? t("share.watermarkHint") : blurred}</p>
			)}
		</section>
	);
}

/** A cover that isn't a file of the share, or is shown elsewhere on the page. */
function OwnCover({ cover: { src, width, height } }: { cover: ShareCover }) {
	return (
		<span
			className={`relative block w-full overflow-hidden bg-faint ${LEAD}`}
			style={leadShape(width / height)}
		>
			<img
				src={src}
				alt=""
				fetchPriority="high"
				decoding="sync"
				className="absolute inset-0 size-full object-cover"
			/>
		</span>
	);
}

function Rows({
	pictures,
	total,
	paid,
	unlocked,
	frame,
	onOpen,
	layout,
	maxRows,
	all,
	onAll,
}: Pick<Props, "pictures" | "paid" | "onOpen"> & {
	total: number;
	unlocked: readonly ShareFile[];
	frame: string | null;
	layout: Layout;
	maxRows: number;
	all: boolean;
	onAll: () => void;
}) {
	const t = useTexts();
	const { goal, first } = GALLERY[layout === "narrow" && frame !== null ? "single" : layout];
	const shown = all ? pictures : pictures.slice(0, first);
	const rows = useMemo(
		() =>
			rowsOf(
				shown.map((file) => ({ file, ratio: ratioOf(file) })),
				goal,
			),
		[shown, goal],
	);
	const rendered = rows.slice(0, maxRows);
	const groups = rendered.flatMap((_, at) =>
		at % ROWS_PER_GROUP ? [] : [rendered.slice(at, at + ROWS_PER_GROUP)],
	);
	return (
		<>
			<div className="@container grid gap-2">
				{groups.map((group) => (
					<ul
						key={group[0]?.[0]?.picture.file.id}
						className={classes("grid gap-2", all && SKIPPED)}
						style={all ? { containIntrinsicBlockSize: heightOf(group, goal) } : undefined}
					>
						{group.map((row) => {
							const filled = widthOf(row, goal);
							return (
								<li key={row[0]?.picture.file.id}>
									<ul className="flex gap-2" style={{ maxWidth: `${filled * 100}%` }}>
										{row.map(({ picture: { file }, ratio }) => (
											// Below a sum of 1, flex items don't fill the row.
											<li key={file.id} className="min-w-0" style={{ flex: `${ratio * 100} 1 0` }}>
												<Tile
													file={file}
													ratio={ratio}
													paid={paid}
													unlocked={unlocked}
													sizes={sizesFor[layout]((ratio / ratioSum(row)) * filled)}
													frame={frame}
													onOpen={onOpen}
												/>
											</li>
										))}
									</ul>
								</li>
							);
						})}
					</ul>
				))}
			</div>
			{shown.length < pictures.length && (
				<button type="button" className="btn btn-ghost mt-2 max-md:w-full" onClick={onAll}>
					{t("share.showAllPictures", { n: total })}
				</button>
			)}
		</>
	);
}

function Tile({
	file,
	ratio = ratioOf(file),
	paid,
	unlocked,
	sizes,
	frame,
	isLead = false,
	onOpen,
}: {
	file: ShareFile;
	ratio?: number;
	paid: boolean;
	unlocked: readonly ShareFile[];
	sizes: string;
	/** what a framed picture says of its blur; null without a frame */
	frame: string | null;
	isLead?: boolean;
	onOpen: (file: ShareFile) => void;
}) {
	const t = useTexts();
	const open = isOpen(file, paid);
	const isSample = !open && file.preview?.isSample;
	const named = t("share.previewNamed", { name: file.originalName });
	return (
		<div
			data-file={file.id}
			className={classes(
				"group relative",
				frame !== null && "rounded-card border border-line bg-surface p-2.5 sm:p-4",
			)}
		>
			<div
				className={classes("relative", isLead ? LEAD : "rounded-thumb")}
				style={isLead ? leadShape(ratio) : { aspectRatio: ratio }}
			>
				<button
					type="button"
					onClick={() => onOpen(file)}
					aria-label={isSample ? `${named}, ${t("share.sample")}` : named}
					className="absolute inset-0 block size-full cursor-zoom-in overflow-hidden rounded-[inherit] bg-faint"
				>
					<PreviewImage
						file={file}
						paid={open}
						first={isLead}
						sizes={sizes}
						ratio={ratio}
						unlocked={unlocked}
					/>
					{isSample && (
						<span className="absolute start-2 top-2 rounded-full bg-black/65 px-2 py-0.5 text-13 text-white">
							{t("share.sample")}
						</span>
					)}
					<span
						dir="auto"
						className="absolute inset-x-0 bottom-0 truncate bg-black/65 px-2.5 py-1.5 group-has-aria-pressed:pe-12 text-start text-13 text-white opacity-0 transition-opacity duration-150 group-hover:opacity-100 group-focus-visible:opacity-100"
					>
						{file.originalName}
					</span>
				</button>
				<Heart file={file} on="tile" />
				{frame !== null && !open && (
					<span className="pointer-events-none absolute start-2 top-2 flex items-center gap-1.5 rounded-full bg-black/65 px-2.5 py-1 text-13 text-white">
						<Icon of={Lock} size={16} />
						<span className={isLead ? "" : "sr-only"}>{frame}</span>
					</span>
				)}
			</div>
			{frame !== null && <Facts file={file} />}
			{open && (
				<Suspense>
					<LatePictureDownload file={file} />
				</Suspense>
			)}
		</div>
	);
}

function Facts({ file: { originalName, size, preview } }: { file: ShareFile }) {
	const { width, height } = preview ?? {};
	const facts = [
		width && height && `${formatNumber(width)} × ${formatNumber(height)} px`,
		extensionOf(originalName),
		formatSize(size),
	];
	return (
		<p className="tabular mt-2.5 text-13 text-muted sm:mt-4 sm:text-15">
			{facts.filter(Boolean).join(" · ")}
		</p>
	);
}
