import ChevronRight from "icons:chevron-right";
import Download from "icons:download";
import FolderIcon from "icons:folder";
import { Fragment, lazy, Suspense, useMemo, useState } from "react";
import { shareViewStatusOf } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { MAIN_FOLDER } from "../../../worker/contract/constants.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { FileSize } from "../../shared/file-size.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useDownloadCheck } from "./closed-offer.tsx";
import { FileBadge } from "./file-badge.tsx";
import { useSelectionTexts } from "./selection-texts.ts";
import { type Folder, foldersOf } from "./tree.ts";
import { groupByKind, isOpen, mayDownload } from "./view.ts";

const SelectionBar = lazy(() => import("./selection-bar.tsx"));

/** Rows per folder before the rest is collapsed, and rows that the server renders. */
const FIRST = 50;

/** More files start with closed folders. */
const MOST_UNFOLDED = 30;

/** Invisible rows need no layout. */
const LAZY_ROWS = "*:[contain-intrinsic-size:auto_3.5rem] *:[content-visibility:auto]";

type Choice = { chosen: ReadonlySet<string>; toggle: (id: string) => void };

export function FileList({ page }: { page: ShareResponse }) {
	const t = useSelectionTexts();
	const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
	const isHydrated = useHydrated();
	const paid = mayDownload(page);
	const files = useMemo(() => page.files.filter((file) => isOpen(file, paid)), [page.files, paid]);
	const all = useMemo(() => foldersOf(files), [files]);
	const folders = isHydrated ? all : firstFolders(all);
	// The gallery's pictures have a download each.
	const isRepeated = groupByKind(files, true).pictures.length === files.length;
	const isLong = all.length > 1 && files.length > MOST_UNFOLDED;
	const choice = chosen && {
		chosen,
		toggle: (id: string) => {
			const next = new Set(chosen);
			if (!next.delete(id)) next.add(id);
			setChosen(next);
		},
	};
	return (
		<section aria-labelledby="files-heading" className="min-w-0">
			<header className="flex min-h-11 items-center justify-between gap-3">
				<h2 id="files-heading" className="text-21">
					{t("selection.files")}
				</h2>
				{files.length > 1 && (
					<button
						type="button"
						className="btn btn-ghost btn-sm"
						onClick={() => setChosen(chosen ? null : new Set())}
					>
						{t(chosen ? "selection.selectDone" : "selection.select")}
					</button>
				)}
			</header>
			<div className="mt-3 grid gap-4">
				{folders.map((folder) => (
					<FolderFiles
						key={folder.path}
						folder={folder}
						slug={page.fileShare.shareId}
						isFolded={(isRepeated || isLong) && !chosen}
						choice={choice}
					/>
				))}
			</div>
			{chosen && (
				<Suspense>
					<SelectionBar
						slug={page.fileShare.shareId}
						chosen={chosen}
						isAboveBar={shareViewStatusOf(page) === "paid"}
					/>
				</Suspense>
			)}
		</section>
	);
}

function firstFolders(folders: readonly Folder[]): readonly Folder[] {
	let rows = 0;
	const end = folders.findIndex((folder) => {
		rows += folder.files.length;
		return rows >= FIRST;
	});
	return end < 0 ? folders : folders.slice(0, end + 1);
}

function FolderFiles({
	folder,
	slug,
	isFolded,
	choice,
}: {
	folder: Folder;
	slug: string;
	isFolded: boolean;
	choice: Choice | null;
}) {
	const t = useSelectionTexts();
	const check = useDownloadCheck("closed.folderFailed");
	const [all, setAll] = useState(false);
	const isMain = folder.path === MAIN_FOLDER;
	const name = isMain ? t("selection.mainFiles") : folder.path.replaceAll("/", " / ");
	const shown = all ? folder.files : folder.files.slice(0, FIRST);
	return (
		<section
			aria-label={name}
			className="relative overflow-hidden rounded-card border border-line bg-surface"
		>
			{!isMain && folder.files.length > 1 && (
				<a
					className={`${buttonClass("plain", "sm")} absolute end-4 top-2.5`}
					href={fileLinks.folder(slug, folder.path)}
					download=""
					onClick={check}
					aria-label={t("selection.downloadFolderNamed", { name })}
				>
					<Icon of={Download} size={18} />
					<span className="max-sm:sr-only">{t("selection.downloadFolder")}</span>
				</a>
			)}
			{/* Always in the document, for the browser's search. */}
			<details open={!isFolded}>
				<summary className="grid min-h-14 cursor-pointer list-none grid-cols-[auto_auto_minmax(0,1fr)] content-center items-center gap-x-3 py-2 ps-4 pe-16 -outline-offset-2 sm:pe-48 [&::-webkit-details-marker]:hidden">
					<Icon
						of={ChevronRight}
						size={18}
						className="row-span-2 text-muted transition-transform duration-150 [details[open]>summary>&]:rotate-90"
					/>
					<Icon of={FolderIcon} className="row-span-2 text-muted" />
					<h3 className="truncate font-semibold">{name}</h3>
					<span className="tabular text-13 text-muted">
						{t("selection.folderMeta", { n: folder.files.length, size: formatSize(folder.size) })}
					</span>
				</summary>
				<ul className={classes("divide-y divide-line border-line border-t", all && LAZY_ROWS)}>
					{shown.map((file, index) => (
						<Fragment key={file.id}>
							{index === folder.supportingFrom && (
								<li className="bg-faint px-4 py-1.5 font-medium text-13 text-muted">
									{t("selection.supporting")}
								</li>
							)}
							<FileRow file={file} choice={choice} />
						</Fragment>
					))}
				</ul>
				{shown.length < folder.files.length && (
					<button
						type="button"
						className="btn btn-ghost w-full rounded-none border-line border-t"
						onClick={() => setAll(true)}
					>
						{t("selection.showAll", { n: folder.files.length })}
					</button>
				)}
			</details>
		</section>
	);
}

function FileRow({ file, choice }: { file: ShareFile; choice: Choice | null }) {
	const t = useSelectionTexts();
	const check = useDownloadCheck("closed.fileFailed");
	const name = file.originalName;
	return (
		<li className="flex min-h-14 items-center gap-3 px-4 py-1.5">
			{choice && (
				<input
					type="checkbox"
					className="checkbox checkbox-sm"
					aria-label={t("selection.selectNamed", { name })}
					checked={choice.chosen.has(file.id)}
					onChange={() => choice.toggle(file.id)}
				/>
			)}
			<FileBadge file={file} />
			<span className="min-w-0 flex-1">
				<span dir="auto" className="block truncate" title={name}>
					{name}
				</span>
				<FileSize bytes={file.size} className="text-13 text-muted" />
			</span>
			<a
				className="btn btn-ghost btn-square text-muted"
				href={fileLinks.download(file.id)}
				download=""
				onClick={check}
				aria-label={t("selection.downloadFileNamed", { name })}
			>
				<Icon of={Download} />
			</a>
		</li>
	);
}
