import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import { type ChosenFile, totalSize } from "./draft.ts";

export type TreeRow =
	| { kind: "folder"; folder: string; count: number; size: number }
	| { kind: "file"; chosen: ChosenFile };

export function treeRows(
	files: readonly ChosenFile[],
	/** in display order */
	folders: readonly string[],
	closed: ReadonlySet<string>,
): TreeRow[] {
	const byFolder = Map.groupBy(files, ({ folder }) => folder);
	const isHidden = (folder: string) =>
		[...closed].some((shut) => shut !== MAIN_FOLDER && folder.startsWith(`${shut}/`));
	return folders
		.filter((folder) => !isHidden(folder))
		.flatMap((folder): TreeRow[] => {
			const own = byFolder.get(folder) ?? [];
			return [
				{ kind: "folder", folder, count: own.length, size: totalSize(own) },
				...(closed.has(folder) ? [] : own.map((chosen) => ({ kind: "file", chosen }) as const)),
			];
		});
}
