import File from "icons:file";
import Heart from "icons:heart";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { needsDisplay } from "../../../worker/files/previews/contract/preview-sizes.ts";
import { formatList, formatNumber } from "../../lib/i18n/format.ts";
import { pictureOf } from "../../lib/selling/file-picture.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

export type Listed = { chosenBy: string[]; comments: { name: string; text: string }[] };

/** Pictures first; with the names of those who chose each if there are several clients. */
export function ChosenFiles({
	listed,
	showsNames,
}: {
	listed: readonly (Listed & { file: ShareFile })[];
	showsNames: boolean;
}) {
	const t = useTexts();
	if (listed.length === 0) return <p className="text-muted">{t("choices.nothingYet")}</p>;
	return (
		<ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-x-4 gap-y-6">
			{listed.map(({ file, chosenBy, comments }) => (
				<li key={file.id} className="min-w-0">
					<Thumbnail file={file} />
					<p className="mt-2 flex items-start justify-between gap-2">
						<span className="min-w-0 truncate text-15" title={file.originalName}>
							{file.originalName}
						</span>
						{chosenBy.length > 0 && (
							<span className="tabular flex shrink-0 items-center gap-1 text-13 text-primary">
								<Icon of={Heart} size={16} className="fill-current" />
								{showsNames && formatNumber(chosenBy.length)}
								<span className="sr-only">{t("choices.isChosen")}</span>
							</span>
						)}
					</p>
					{showsNames && chosenBy.length > 0 && (
						<p className="text-13 text-muted wrap-anywhere">{formatList(chosenBy)}</p>
					)}
					{comments.map(({ name, text }) => (
						<blockquote
							key={name + text}
							className="mt-1.5 border-line border-s-2 ps-2.5 text-13 whitespace-pre-line wrap-anywhere"
						>
							{text}
							{showsNames && <cite className="text-muted not-italic"> – {name}</cite>}
						</blockquote>
					))}
				</li>
			))}
		</ul>
	);
}

/** Sharp, however the share's pictures are shown before payment. */
function sourceOf(file: ShareFile): string | null {
	const original = fileLinks.preview(file.id);
	if (file.display) return `${original}?width=640`;
	const isSmall = /^image\/(?:png|jpeg|webp)$/.test(file.mimeType) && !needsDisplay(file);
	if (isSmall) return original;
	const picture = pictureOf(file);
	const isSized = picture === file.preview?.src && file.preview?.kind !== "image";
	return isSized ? `${picture}?width=640` : picture;
}

function Thumbnail({ file }: { file: ShareFile }) {
	const picture = sourceOf(file);
	return (
		<span className="grid aspect-[3/2] place-items-center overflow-hidden rounded-control bg-faint text-muted">
			{picture ? (
				<img
					src={picture}
					alt=""
					loading="lazy"
					decoding="async"
					className="size-full object-contain"
				/>
			) : (
				<Icon of={File} />
			)}
		</span>
	);
}
