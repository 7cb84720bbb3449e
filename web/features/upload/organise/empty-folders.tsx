import Folder from "icons:folder";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../texts.ts";
import { DEFAULT_FOLDERS } from "./folders.ts";
import { useFolderDrop } from "./use-folder-drop.ts";

export function EmptyFolders({
	folders,
	onMove,
	onMake,
}: {
	folders: readonly string[];
	onMove: (keys: ReadonlySet<number>, folder: string) => void;
	onMake: (folder: string) => void;
}) {
	const there = new Set(folders.map((folder) => folder.toLowerCase()));
	const empty = DEFAULT_FOLDERS.filter((folder) => !there.has(folder.toLowerCase()));
	if (empty.length === 0) return null;
	return (
		<ul className="mt-3 flex flex-wrap gap-2">
			{empty.map((folder) => (
				<li key={folder}>
					<EmptyFolder
						folder={folder}
						onMove={(keys) => onMove(keys, folder)}
						onMake={() => onMake(folder)}
					/>
				</li>
			))}
		</ul>
	);
}

function EmptyFolder({
	folder,
	onMove,
	onMake,
}: {
	folder: string;
	onMove: (keys: ReadonlySet<number>) => void;
	onMake: () => void;
}) {
	const t = useTexts();
	const { isOver, handlers } = useFolderDrop(onMove);
	return (
		<button
			type="button"
			{...handlers}
			data-folder={folder}
			aria-label={t("upload.addNamed", { name: folder })}
			className={classes(
				"flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-dashed px-3.5 text-13 text-muted transition-colors duration-150",
				isOver ? "border-primary bg-primary/8 text-ink" : "border-edge/60 hover:border-edge",
			)}
			onClick={onMake}
		>
			<Icon of={Folder} size={16} />
			{folder}
		</button>
	);
}
