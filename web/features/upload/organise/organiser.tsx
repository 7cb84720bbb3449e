import Eye from "icons:eye";
import EyeOff from "icons:eye-off";
import FolderInput from "icons:folder-input";
import FolderPlus from "icons:folder-plus";
import Shapes from "icons:shapes";
import Trash2 from "icons:trash";
import { type Dispatch, useMemo, useState } from "react";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../texts.ts";
import { type Draft, type DraftAction, foldersOf } from "./draft.ts";
import { EmptyFolders } from "./empty-folders.tsx";
import { FileRow } from "./file-row.tsx";
import { FolderDialog } from "./folder-dialog.tsx";
import { FolderRow } from "./folder-row.tsx";
import { parentOf, pathIn } from "./folders.ts";
import { MoveMenu } from "./move-menu.tsx";
import { RowList } from "./row-list.tsx";
import { type TreeRow, treeRows } from "./tree-rows.ts";
import { useSelection } from "./use-selection.ts";

type OpenDialog =
	| { kind: "new"; keys: ReadonlySet<number>; parent: string }
	| { kind: "rename"; folder: string };
const NONE: ReadonlySet<number> = new Set();
/** With more files than this, folders start closed. */
const MOST_OPEN = 29;

export function Organiser({
	draft,
	act,
	isNested,
	sellsSingles,
}: {
	draft: Draft;
	act: Dispatch<DraftAction>;
	isNested: boolean;
	/** files are sold one by one too */
	sellsSingles: boolean;
}) {
	const t = useTexts();
	const [closed, setClosed] = useState<ReadonlySet<string>>(
		() => new Set(draft.files.length > MOST_OPEN ? foldersOf(draft) : []),
	);
	const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
	const [said, setSaid] = useState("");
	const folders = useMemo(() => foldersOf(draft), [draft]);
	const rows = useMemo(
		() => treeRows(draft.files, folders, closed),
		[draft.files, folders, closed],
	);
	const selection = useSelection(draft.files, rows);
	const picked = isNested ? selection.keys : NONE;
	const showsNone = draft.files.every(({ key, noPreview }) => noPreview || !picked.has(key));

	function move(keys: ReadonlySet<number>, folder: string) {
		act({ type: "change", keys, change: { folder } });
		const name = folder === MAIN_FOLDER ? t("upload.mainFiles") : folder;
		setSaid(t("upload.moved", { n: keys.size, folder: name }));
	}
	function setPreview(keys: ReadonlySet<number>, noPreview: boolean) {
		act({ type: "change", keys, change: { noPreview } });
		setSaid(t(noPreview ? "upload.previewHidden" : "upload.previewShown", { n: keys.size }));
	}
	function toggle(folder: string) {
		const next = new Set(closed);
		if (!next.delete(folder)) next.add(folder);
		setClosed(next);
	}
	function completed(name: string, parent: string) {
		if (openDialog?.kind === "rename")
			act({ type: "renameFolder", folder: openDialog.folder, name });
		else if (openDialog) {
			const folder = pathIn(parent, name);
			act({ type: "makeFolder", folder });
			if (openDialog.keys.size > 0) move(openDialog.keys, folder);
		}
		setOpenDialog(null);
	}
	const showDialog = (keys: ReadonlySet<number>, parent = MAIN_FOLDER) =>
		setOpenDialog({ kind: "new", keys, parent });

	return (
		<section aria-label={t("upload.arrange")}>
			<header className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<p className="min-w-0 flex-1 basis-48 text-13 text-muted">{t("upload.arrangeHint")}</p>
				<Button
					size="sm"
					icon={<Icon of={Shapes} size={18} />}
					onClick={() => act({ type: "sortByType" })}
				>
					{t("upload.sortByType")}
				</Button>
				<Button
					size="sm"
					icon={<Icon of={FolderPlus} size={18} />}
					onClick={() => showDialog(NONE)}
				>
					{t("upload.newFolder")}
				</Button>
				<Button size="sm" tone="quiet" onClick={() => act({ type: "clear" })}>
					{t("upload.removeAll")}
				</Button>
			</header>
			{isNested && (
				<div className="mt-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 px-1.5">
					<input
						type="checkbox"
						className="checkbox checkbox-primary checkbox-sm border-edge"
						aria-label={t("upload.selectAll")}
						checked={selection.isAll}
						onChange={(event) => selection.setAll(event.target.checked)}
					/>
					<span className="flex-1 text-13 text-muted" aria-live="polite">
						{picked.size > 0 ? t("upload.selected", { n: picked.size }) : t("upload.selectAll")}
					</span>
					{picked.size > 0 && (
						<>
							<MoveMenu
								trigger={
									<Button
										size="sm"
										icon={<Icon of={FolderInput} size={18} className="max-sm:hidden" />}
									>
										{t("upload.move")}
									</Button>
								}
								folders={folders}
								value=""
								onMove={(folder) => move(picked, folder)}
								onNewFolder={() => showDialog(picked)}
							/>
							<Button
								size="sm"
								icon={<Icon of={showsNone ? Eye : EyeOff} size={18} className="max-sm:hidden" />}
								onClick={() => setPreview(picked, !showsNone)}
							>
								{t(showsNone ? "upload.showPreview" : "upload.hidePreview", { n: picked.size })}
							</Button>
							<Button
								size="sm"
								icon={<Icon of={Trash2} size={18} className="max-sm:hidden" />}
								onClick={() => act({ type: "remove", keys: picked })}
							>
								{t("upload.remove")}
							</Button>
						</>
					)}
				</div>
			)}
			<div className="mt-2">
				<RowList rows={rows} label={t("upload.files")} keyOf={keyOf} heightOf={heightOf}>
					{(row) =>
						row.kind === "folder" ? (
							<FolderRow
								{...row}
								isOpen={!closed.has(row.folder)}
								isNested={isNested}
								onToggle={() => toggle(row.folder)}
								onMoveHere={(keys) => move(keys, row.folder)}
								onRename={() => setOpenDialog({ kind: "rename", folder: row.folder })}
								onRemove={() => act({ type: "removeFolder", folder: row.folder })}
								onNewInside={() => showDialog(NONE, row.folder)}
							/>
						) : (
							<FileRow
								chosen={row.chosen}
								folders={folders}
								isSelected={isNested ? picked.has(row.chosen.key) : null}
								dragged={() => (picked.has(row.chosen.key) ? picked : [row.chosen.key])}
								onSelect={(isSelected, isRange) =>
									selection.select(row.chosen.key, isSelected, isRange)
								}
								onMove={(folder) => move(new Set([row.chosen.key]), folder)}
								onNewFolder={() => showDialog(new Set([row.chosen.key]))}
								onPreview={(noPreview) => setPreview(new Set([row.chosen.key]), noPreview)}
								onWholeOnly={
									sellsSingles
										? (wholeOnly) =>
												act({
													type: "change",
													keys: new Set([row.chosen.key]),
													change: { wholeOnly },
												})
										: null
								}
								onRemove={() => act({ type: "remove", keys: new Set([row.chosen.key]) })}
							/>
						)
					}
				</RowList>
			</div>
			<EmptyFolders
				folders={folders}
				onMove={move}
				onMake={(folder) => act({ type: "makeFolder", folder })}
			/>
			{!isNested && <p className="mt-4 max-w-line text-13 text-muted">{t("upload.bulkHint")}</p>}
			<p className="sr-only" role="status">
				{said}
			</p>
			{openDialog && (
				<FolderDialog
					folder={openDialog.kind === "rename" ? openDialog.folder : null}
					parent={openDialog.kind === "new" ? openDialog.parent : parentOf(openDialog.folder)}
					folders={folders}
					isNested={isNested}
					onClose={() => setOpenDialog(null)}
					onDone={completed}
				/>
			)}
		</section>
	);
}

function keyOf(row: TreeRow): string | number {
	return row.kind === "folder" ? row.folder : row.chosen.key;
}

function heightOf(row: TreeRow): number {
	return row.kind === "folder" ? 44 : 56;
}
