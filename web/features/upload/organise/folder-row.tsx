import ChevronDown from "icons:chevron-down";
import ChevronRight from "icons:chevron-right";
import Ellipsis from "icons:ellipsis";
import Folder from "icons:folder";
import FolderMinus from "icons:folder-minus";
import FolderPlus from "icons:folder-plus";
import PencilLine from "icons:pencil-line";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { useTexts } from "../texts.ts";
import { depthOf, nameOf } from "./folders.ts";
import { useFolderDrop } from "./use-folder-drop.ts";

type Props = {
	folder: string;
	count: number;
	/** bytes */
	size: number;
	isOpen: boolean;
	isNested: boolean;
	onToggle: () => void;
	onMoveHere: (keys: ReadonlySet<number>) => void;
	onRename: () => void;
	onRemove: () => void;
	onNewInside: () => void;
};

export function FolderRow(props: Props) {
	const { folder, count, size, isOpen, isNested, onToggle, onMoveHere } = props;
	const { onRename, onRemove, onNewInside } = props;
	const t = useTexts();
	const { isOver, handlers } = useFolderDrop(onMoveHere);
	const isMain = folder === MAIN_FOLDER;
	const name = isMain ? t("upload.mainFiles") : nameOf(folder);
	return (
		<div
			{...handlers}
			data-folder={folder}
			className={classes(
				"flex h-full items-center gap-2 rounded-control border",
				isOver ? "border-primary bg-primary/8" : "border-transparent",
			)}
			style={{ paddingInlineStart: `${depthOf(folder) * 1.25}rem` }}
		>
			<button
				type="button"
				aria-expanded={isOpen}
				aria-label={t(isOpen ? "upload.collapse" : "upload.expand", { name })}
				className="btn btn-ghost btn-square btn-sm text-muted"
				onClick={onToggle}
			>
				<Icon of={isOpen ? ChevronDown : ChevronRight} size={18} />
			</button>
			<Icon of={Folder} className="text-muted" />
			<h3 className="min-w-0 truncate font-semibold" title={folder}>
				{name}
			</h3>
			<span className="tabular flex-1 truncate text-13 text-muted">
				{isOver ? t("upload.dropHere") : t("upload.folderCount", { n: count })}
				{!isOver && count > 0 && ` · ${formatSize(size)}`}
			</span>
			{!isMain && (
				<Menu
					trigger={
						<button
							type="button"
							className="btn btn-ghost btn-square btn-sm me-1 text-muted"
							aria-label={t("upload.folderMenu", { name })}
						>
							<Icon of={Ellipsis} size={18} />
						</button>
					}
				>
					{isNested && (
						<>
							<MenuItem icon={PencilLine} onSelect={onRename}>
								{t("upload.renameFolder")}
							</MenuItem>
							<MenuItem icon={FolderPlus} onSelect={onNewInside}>
								{t("upload.newFolder")}
							</MenuItem>
						</>
					)}
					<MenuItem icon={FolderMinus} onSelect={onRemove}>
						{t("upload.removeFolder")}
					</MenuItem>
				</Menu>
			)}
		</div>
	);
}
