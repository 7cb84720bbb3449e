import type { ShareFile } from "../../../../worker/contract/catalogue/shares.ts";
import { formatMoney, formatSize } from "../../../lib/i18n/format.ts";
import { pictureOf } from "../../../lib/selling/file-picture.ts";
import { useShareResponse } from "../../../lib/server/queries/share.ts";
import { CoverThumb } from "../../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../../shared/file-icons.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useTexts } from "../texts.ts";

const SHOWN = 6;

/** The published page as on a phone, scaled down. Built from its data, since it may not be framed. */
export function PageMiniature({ slug }: { slug: string }) {
	const t = useTexts();
	const { data: page } = useShareResponse(slug);
	if (!page) return <Skeleton className="h-80 w-44 rounded-card" />;
	const { fileShare, creator, files, cover } = page;
	return (
		<figure
			aria-label={t("upload.miniature")}
			className="flex h-80 w-44 flex-col overflow-hidden rounded-card border border-line bg-paper shadow-float"
		>
			<CoverThumb
				cover={cover}
				icon={FILE_ICONS[files[0]?.icon ?? "generic"]}
				className="h-24 w-full rounded-none"
				ratio={11 / 6}
			/>
			<div className="min-w-0 px-3 pt-2" aria-hidden="true">
				<p className="truncate text-[0.625rem] text-muted">{creator.displayName}</p>
				<p className="line-clamp-2 font-display font-semibold text-13 leading-tight">
					{fileShare.title}
				</p>
				<p className="tabular mt-0.5 truncate text-[0.625rem] text-muted">
					{t("upload.summary", { n: fileShare.fileCount, size: formatSize(fileShare.totalSize) })}
				</p>
			</div>
			<div
				className="grid min-h-0 flex-1 grid-cols-3 content-start gap-1 overflow-hidden p-3"
				aria-hidden="true"
			>
				{files.slice(0, SHOWN).map((file) => (
					<Tile key={file.id} file={file} />
				))}
			</div>
			<p
				aria-hidden="true"
				className="flex shrink-0 items-center justify-between gap-2 border-line border-t bg-surface px-3 py-2"
			>
				<span className="min-w-0 truncate text-[0.625rem]">{fileShare.title}</span>
				<span className="tabular shrink-0 rounded-full bg-primary px-2 py-0.5 font-semibold text-[0.625rem] text-primary-content">
					{formatMoney(fileShare.price, fileShare.currency)}
				</span>
			</p>
		</figure>
	);
}

function Tile({ file }: { file: ShareFile }) {
	const src = pictureOf(file);
	return (
		<span className="grid aspect-square place-items-center overflow-hidden rounded-thumb bg-faint text-muted">
			{src ? (
				<img alt="" src={src} className="size-full object-cover" />
			) : (
				<Icon of={FILE_ICONS[file.icon]} size={16} />
			)}
		</span>
	);
}
