import Ellipsis from "icons:ellipsis";
import Eye from "icons:eye";
import EyeOff from "icons:eye-off";
import File from "icons:file";
import GripVertical from "icons:grip-vertical";
import Layers from "icons:layers";
import X from "icons:x";
import { typeOf } from "../../../../worker/files/contract/detect-type.ts";
import { FileSize } from "../../../shared/file-size.tsx";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { MenuItem, MenuLine } from "../../../ui/menu.tsx";
import { useTexts } from "../texts.ts";
import { Thumbnail } from "../thumbnail.tsx";
import type { ChosenFile } from "./draft.ts";
import { depthOf } from "./folders.ts";
import { MoveMenu } from "./move-menu.tsx";
import { dragRows } from "./use-folder-drop.ts";

type Props = {
	chosen: ChosenFile;
	folders: readonly string[];
	/** null if files can't be selected on this plan */
	isSelected: boolean | null;
	dragged: () => Iterable<number>;
	onSelect: (isSelected: boolean, isRange: boolean) => void;
	onMove: (folder: string) => void;
	onNewFolder: () => void;
	onPreview: (noPreview: boolean) => void;
	/** null if files aren't sold one by one */
	onWholeOnly: ((wholeOnly: boolean) => void) | null;
	onRemove: () => void;
};

export function FileRow(props: Props) {
	const { chosen, folders, isSelected, dragged, onSelect, onMove } = props;
	const { onNewFolder, onPreview, onWholeOnly, onRemove } = props;
	const t = useTexts();
	const { name, size } = chosen.file;
	const { noPreview, wholeOnly } = chosen;
	const hasPreview = typeOf(name)?.preview;
	const marks = [
		noPreview && t("upload.noPreview"),
		onWholeOnly && wholeOnly && t("upload.wholeOnly"),
	].filter(Boolean);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the mouse's way; the menu in the row is the keyboard's
		<div
			draggable
			onDragStart={(event) => dragRows(event, dragged())}
			className={classes(
				"group flex h-full cursor-grab items-center gap-3 rounded-control pe-1 active:cursor-grabbing",
				isSelected ? "bg-primary/8" : "hover:bg-faint",
			)}
			style={{ paddingInlineStart: `${0.25 + depthOf(chosen.folder) * 1.25}rem` }}
		>
			{isSelected === null ? (
				<Icon
					of={GripVertical}
					size={16}
					className="text-muted opacity-0 group-hover:opacity-70 max-sm:hidden"
				/>
			) : (
				<input
					type="checkbox"
					className="checkbox checkbox-primary checkbox-sm ms-1 border-edge"
					aria-label={t("upload.select", { name })}
					checked={isSelected}
					onChange={() => {}}
					onClick={(event) => onSelect(event.currentTarget.checked, event.shiftKey)}
				/>
			)}
			<Thumbnail name={name} file={chosen.file} className="size-10" />
			<span className="flex min-w-0 flex-1 flex-col">
				<span className="truncate" title={name}>
					{name}
				</span>
				{marks.length > 0 && <span className="text-13 text-muted">{marks.join(" · ")}</span>}
				<FileSize
					bytes={size}
					className={classes("text-13 text-muted sm:hidden", marks.length > 0 && "hidden")}
				/>
			</span>
			<FileSize bytes={size} className="text-13 text-muted max-sm:hidden" />
			<span className="flex">
				<MoveMenu
					trigger={
						<button
							type="button"
							className="btn btn-ghost btn-square btn-sm text-muted"
							aria-label={t("upload.fileOptions", { name })}
						>
							<Icon of={Ellipsis} size={18} />
						</button>
					}
					folders={folders}
					value={chosen.folder}
					onMove={onMove}
					onNewFolder={onNewFolder}
				>
					{(hasPreview || onWholeOnly) && <MenuLine />}
					{hasPreview && (
						<MenuItem icon={noPreview ? Eye : EyeOff} onSelect={() => onPreview(!noPreview)}>
							{t(noPreview ? "upload.showPreview" : "upload.hidePreview", { n: 1 })}
						</MenuItem>
					)}
					{onWholeOnly && (
						<MenuItem icon={wholeOnly ? File : Layers} onSelect={() => onWholeOnly(!wholeOnly)}>
							{t(wholeOnly ? "upload.soldSingly" : "upload.wholeOnly")}
						</MenuItem>
					)}
				</MoveMenu>
				<button
					type="button"
					className="btn btn-ghost btn-square btn-sm text-muted"
					aria-label={t("upload.removeOne", { name })}
					onClick={onRemove}
				>
					<Icon of={X} size={18} />
				</button>
			</span>
		</div>
	);
}
