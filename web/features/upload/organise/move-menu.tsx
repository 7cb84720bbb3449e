import FolderPlus from "icons:folder-plus";
import type { ReactElement, ReactNode } from "react";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import { Menu, MenuChoices, MenuItem, MenuLine } from "../../../ui/menu.tsx";
import { useTexts } from "../texts.ts";
import { DEFAULT_FOLDERS, inOrder } from "./folders.ts";

type Props = {
	trigger: ReactElement;
	folders: readonly string[];
	/** the folder the files are in; "" for several */
	value: string;
	onMove: (folder: string) => void;
	onNewFolder: () => void;
	children?: ReactNode;
};

export function MoveMenu({ trigger, folders, value, onMove, onNewFolder, children }: Props) {
	const t = useTexts();
	const options = inOrder([...folders, ...DEFAULT_FOLDERS]).map((folder) => ({
		value: folder,
		label: folder === MAIN_FOLDER ? t("upload.mainFiles") : folder,
	}));
	return (
		<Menu trigger={trigger}>
			<div className="max-h-80 overflow-y-auto">
				<MenuChoices label={t("upload.moveTo")} value={value} options={options} onChange={onMove} />
			</div>
			<MenuLine />
			<MenuItem icon={FolderPlus} onSelect={onNewFolder}>
				{t("upload.newFolder")}
			</MenuItem>
			{children}
		</Menu>
	);
}
