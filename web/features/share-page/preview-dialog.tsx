import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { ShareFile } from "../../../worker/contract/shares.ts";
import { formatNumber } from "../../lib/format.ts";
import { fileLinks, useListing } from "../../lib/queries/files.ts";
import { classes } from "../../ui/classes.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { iconFor } from "../../ui/file-icons.ts";
import { FileSize } from "../../ui/file-size.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PreviewImage } from "./gallery.tsx";
import { useTexts } from "./texts.ts";

const SIZES = ["compact", "medium", "large"] as const;
type Size = (typeof SIZES)[number];
const WIDTHS = { compact: "narrow", medium: "media", large: "full" } as const;
const LISTED = 200;

type Props = {
	files: readonly ShareFile[];
	/** the displayed file; null closes */
	shown: ShareFile | null;
	paid: boolean;
	onShow: (file: ShareFile | null) => void;
};

/** One file enlarged, in three sizes, with navigation to its neighbours (also by arrow keys). */
export function PreviewDialog({ files, shown, paid, onShow }: Props) {
	const t = useTexts();
	const [size, setSize] = useState<Size>("medium");
	const at = shown ? files.findIndex((file) => file.id === shown.id) : -1;
	const move = (by: number) => onShow(files[(at + by + files.length) % files.length] ?? null);
	useEffect(() => {
		if (at < 0) return;
		const onKey = (event: KeyboardEvent) => {
			// Media players use the arrow keys themselves.
			if (event.target instanceof HTMLMediaElement) return;
			const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
			if (by !== 0) onShow(files[(at + by + files.length) % files.length] ?? null);
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [at, files, onShow]);
	return (
		<Dialog
			open={shown !== null}
			onClose={() => onShow(null)}
			title={<span className="line-clamp-1 break-all">{shown?.originalName}</span>}
			closeLabel={t("share.close")}
			size={WIDTHS[size]}
		>
			{shown && (
				<>
					<Content key={shown.id} file={shown} paid={paid} />
					<div className="mt-4 flex flex-wrap items-center justify-between gap-3">
						<div className="flex items-center gap-1">
							<button
								type="button"
								className="btn btn-ghost btn-square"
								aria-label={t("share.previous")}
								onClick={() => move(-1)}
								disabled={files.length < 2}
							>
								<Icon of={ChevronLeft} />
							</button>
							<span className="tabular text-13 text-muted" aria-live="polite">
								{t("share.position", { n: at + 1, total: files.length })}
							</span>
							<button
								type="button"
								className="btn btn-ghost btn-square"
								aria-label={t("share.next")}
								onClick={() => move(1)}
								disabled={files.length < 2}
							>
								<Icon of={ChevronRight} />
							</button>
							<FileSize bytes={shown.size} className="ms-2 text-13 text-muted" />
						</div>
						<fieldset className="join max-sm:hidden">
							<legend className="sr-only">{t("share.size.label")}</legend>
							{SIZES.map((one) => (
								<label
									key={one}
									className={classes(
										"btn btn-sm join-item has-focus-visible:outline-2 has-focus-visible:outline-primary",
										size === one && "btn-active",
									)}
								>
									<input
										type="radio"
										name="preview-size"
										className="sr-only"
										checked={size === one}
										onChange={() => setSize(one)}
									/>
									{t(`share.size.${one}`)}
								</label>
							))}
						</fieldset>
					</div>
				</>
			)}
		</Dialog>
	);
}

function Content({ file, paid }: { file: ShareFile; paid: boolean }) {
	const t = useTexts();
	const kind = file.preview?.kind;
	const isStream = paid || kind === "clip";
	if (file.mimeType.startsWith("video/") && isStream)
		return (
			<Media hint={!paid}>
				{/* biome-ignore lint/a11y/useMediaCaption: a creator's file carries its own captions or none */}
				<video
					controls
					playsInline
					preload="metadata"
					src={fileLinks.stream(file.id)}
					poster={file.preview?.src ?? undefined}
					className="max-h-[70dvh] w-full rounded-thumb bg-black"
				/>
			</Media>
		);
	if (file.mimeType.startsWith("audio/") && isStream)
		return (
			<Media hint={!paid}>
				{/* biome-ignore lint/a11y/useMediaCaption: a creator's file carries its own captions or none */}
				<audio controls preload="metadata" src={fileLinks.stream(file.id)} className="w-full" />
			</Media>
		);
	if (kind === "listing") return <ArchiveListing file={file} />;
	if (/^image\/(?!svg)/.test(file.mimeType) && (file.preview || paid))
		return (
			<figure>
				<div
					className="relative mx-auto max-h-[70dvh] w-full overflow-hidden rounded-thumb bg-faint"
					style={{ aspectRatio: (file.preview?.width ?? 4) / (file.preview?.height ?? 3) }}
				>
					<PreviewImage file={file} paid={paid} eager fit="contain" alt={file.originalName} />
				</div>
				{!paid && (
					<figcaption className="mt-2 text-13 text-muted">
						{t(kind === "watermarked" ? "share.watermarkHint" : "share.blurredHint")}
					</figcaption>
				)}
			</figure>
		);
	return (
		<div className="grid place-items-center gap-3 rounded-card bg-faint px-6 py-16 text-muted">
			<Icon of={iconFor(file.mimeType)} size={40} />
			<p>{t("share.noPreview")}</p>
		</div>
	);
}

function Media({ hint, children }: { hint: boolean; children: React.ReactNode }) {
	const t = useTexts();
	return (
		<figure>
			{children}
			{hint && <figcaption className="mt-2 text-13 text-muted">{t("share.clipHint")}</figcaption>}
		</figure>
	);
}

function ArchiveListing({ file }: { file: ShareFile }) {
	const t = useTexts();
	const { data } = useListing(file.id);
	const entries = data?.entries.slice(0, LISTED) ?? [];
	const more = (data?.total ?? 0) - entries.length;
	return (
		<section>
			<h3 className="text-17 font-semibold">{t("share.listing")}</h3>
			<ul className="mt-2 max-h-[60dvh] overflow-y-auto rounded-control border border-line">
				{entries.map((entry) => (
					<li
						key={entry.name}
						className="flex items-baseline justify-between gap-4 px-3 py-1.5 text-13 odd:bg-faint"
					>
						<span className="min-w-0 break-all">{entry.name}</span>
						<FileSize bytes={entry.size} className="text-muted" />
					</li>
				))}
				{more > 0 && (
					<li className="px-3 py-1.5 text-13 text-muted">
						{t("share.listingMore", { n: formatNumber(more) })}
					</li>
				)}
			</ul>
		</section>
	);
}
