import { useMemo } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { MAIN_FOLDER } from "../../../worker/contract/constants.ts";
import { FileSize } from "../../shared/file-size.tsx";
import { Archive } from "./archives.tsx";
import { FileBadge } from "./file-badge.tsx";
import { FolderTree } from "./folder-tree.tsx";
import { Heart } from "./picking.tsx";
import { atWidth } from "./preview-sources.ts";
import { Section } from "./section.tsx";
import { useSelectionTexts } from "./selection-texts.ts";
import { treeOf } from "./tree.ts";

const foldersOf = ({ folderPath }: ShareFile) =>
	folderPath === MAIN_FOLDER ? [] : folderPath.split("/");

export function FilesTree({
	files,
	isAll,
	onOpen,
}: {
	files: readonly ShareFile[];
	isAll: boolean;
	onOpen: (file: ShareFile) => void;
}) {
	const t = useSelectionTexts();
	const tree = useMemo(() => treeOf(files, foldersOf), [files]);
	return (
		<Section title={t(isAll ? "selection.files" : "selection.also")}>
			<div className="overflow-hidden rounded-card border border-line bg-surface">
				<FolderTree
					tree={tree}
					keyOf={(file) => file.id}
					row={(file) =>
						file.preview?.kind === "listing" ? (
							<Archive file={file} />
						) : (
							<FileRow file={file} onOpen={file.preview?.src ? () => onOpen(file) : null} />
						)
					}
				/>
			</div>
		</Section>
	);
}

function FileRow({
	file,
	onOpen,
}: {
	file: ShareFile;
	/** null if there is nothing to look at */
	onOpen: (() => void) | null;
}) {
	const t = useSelectionTexts();
	const { originalName, preview, size } = file;
	const content = (
		<>
			{onOpen && preview?.src ? (
				<span className="h-12 w-10 shrink-0 overflow-hidden rounded-thumb border border-line bg-white">
					<img
						src={atWidth(preview.src, 256)}
						alt=""
						loading="lazy"
						decoding="async"
						className="size-full object-cover object-top"
					/>
				</span>
			) : (
				<FileBadge file={file} />
			)}
			<span
				dir="auto"
				title={originalName}
				className="min-w-0 flex-1 truncate text-left font-medium"
			>
				{originalName}
			</span>
			<FileSize bytes={size} className="text-13 text-muted" />
		</>
	);
	const box = "flex min-h-14 w-full min-w-0 items-center gap-3 px-4 py-2";
	return (
		<li id={`file=${file.id}`} className="flex items-center has-aria-pressed:pe-2">
			{onOpen ? (
				<button
					type="button"
					className={`${box} cursor-zoom-in -outline-offset-2 hover:bg-faint`}
					onClick={onOpen}
				>
					<span className="sr-only">{t("selection.preview")}</span>
					{content}
				</button>
			) : (
				<div className={box}>{content}</div>
			)}
			<Heart file={file} on="row" />
		</li>
	);
}

export function OtherFiles({ files, isAll }: { files: readonly ShareFile[]; isAll: boolean }) {
	const t = useSelectionTexts();
	return (
		<Section title={t(isAll ? "selection.files" : "selection.also")}>
			<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
				{files.map((file) => (
					<FileRow key={file.id} file={file} onOpen={null} />
				))}
			</ul>
		</Section>
	);
}
