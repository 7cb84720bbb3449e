import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { classes } from "../../ui/classes.ts";
import { PreviewImage } from "./preview-image.tsx";
import { Section, ShowAll } from "./section.tsx";
import { useTexts } from "./texts.ts";
import { useFirst } from "./use-first.ts";
import { extensionOf, ratioOf } from "./view.ts";

/** Wider than a sheet of paper lying: the picture of a page is cropped beyond this. */
const WIDEST = 1.6;
/** A page of two is drawn this high in relation to its width. */
const TALLEST = 0.7;

/** Documents, specimens and models: a picture of the first page, which opens in the viewer. */
export function Pages({
	files,
	onOpen,
}: {
	files: readonly ShareFile[];
	onOpen: (file: ShareFile) => void;
}) {
	const t = useTexts();
	const [shown, showAll] = useFirst(files);
	return (
		<Section title={t("share.lookInside")}>
			<ul className="grid grid-cols-2 items-end gap-x-4 gap-y-6 sm:grid-cols-3">
				{shown.map((file) => (
					<Page key={file.id} file={file} onOpen={() => onOpen(file)} />
				))}
			</ul>
			<ShowAll label={t("share.showAll", { n: files.length })} onClick={showAll} />
		</Section>
	);
}

function Page({ file, onOpen }: { file: ShareFile; onOpen: () => void }) {
	const t = useTexts();
	const { originalName, preview } = file;
	const pages = preview?.pages ?? null;
	const ratio = Math.min(WIDEST, Math.max(TALLEST, ratioOf(file)));
	const facts = [
		extensionOf(originalName),
		pages === null ? formatSize(file.size) : t("share.pages", { n: pages }),
	];
	return (
		<li id={`file=${file.id}`} className="min-w-0">
			<button
				type="button"
				className={classes(
					"group relative block w-full cursor-zoom-in",
					(pages ?? 1) > 1 && "sheets",
				)}
				aria-label={t("share.previewNamed", { name: originalName })}
				onClick={onOpen}
			>
				<span
					className="relative block overflow-hidden rounded-thumb border border-line bg-white"
					style={{ aspectRatio: ratio }}
				>
					<PreviewImage
						file={file}
						paid={false}
						sizes="(width >= 40rem) 14rem, 35vw"
						ratio={ratio}
					/>
				</span>
			</button>
			<p dir="auto" title={originalName} className="mt-2 truncate text-left font-medium">
				{originalName}
			</p>
			<p className="tabular text-13 text-muted [font-kerning:none]">
				{facts.filter(Boolean).join(" · ")}
			</p>
		</li>
	);
}
