import {
	type UploadedFields,
	uploadedFields,
} from "../../../../worker/catalogue/shares/contract/file-fields.ts";
import { MAIN_FOLDER, MAX_FILES_PER_SHARE } from "../../../../worker/contract/constants.ts";
import { type CoverChoice, DEFAULT_COVER } from "../../../lib/selling/cover-picture.ts";
import { originOf } from "../choose/gather-files.ts";
import { defaultFolderOf, folderOfPath, inOrder, parentOf, pathIn, renamed } from "./folders.ts";

export type ChosenFile = UploadedFields & {
	key: number;
	file: File;
	folder: string;
};
type Choices = Omit<ChosenFile, "key" | "file">;

export type Draft = {
	files: readonly ChosenFile[];
	made: readonly string[];
	/** a dropped tree was flattened, because the plan allows one level */
	wasFlattened: boolean;
	overflow: number;
	/** a file by its key */
	cover: CoverChoice;
	/** of the pictures that buyers see sharp; null until the creator chooses */
	samples: readonly number[] | null;
};

export const EMPTY_DRAFT: Draft = {
	files: [],
	made: [],
	wasFlattened: false,
	overflow: 0,
	cover: DEFAULT_COVER,
	samples: null,
};

export type DraftAction =
	| { type: "add"; files: readonly File[]; isNested: boolean }
	| { type: "remove"; keys: ReadonlySet<number> }
	| { type: "change"; keys: ReadonlySet<number>; change: Partial<Choices> }
	| { type: "sortByType" }
	| { type: "makeFolder"; folder: string }
	| { type: "renameFolder"; folder: string; name: string }
	| { type: "removeFolder"; folder: string }
	| { type: "cover"; cover: CoverChoice }
	| { type: "samples"; keys: readonly number[] }
	| {
			type: "restore";
			files: readonly Omit<ChosenFile, "key">[];
			made: readonly string[];
			/** a picture, or the cover's index among the files; negative for the default */
			cover?: { picture: Blob } | { at: number };
	  }
	| { type: "clear" };

/** Expects folder names that `folderNameProblem` has checked. */
export function draftAfter(draft: Draft, action: DraftAction): Draft {
	switch (action.type) {
		case "add":
			return added(draft, action.files, action.isNested);
		case "remove":
			return removed(draft, action.keys);
		case "change":
			return {
				...draft,
				files: draft.files.map((one) =>
					action.keys.has(one.key) ? { ...one, ...action.change } : one,
				),
			};
		case "sortByType":
			return {
				...draft,
				files: draft.files.map((one) => ({ ...one, folder: defaultFolderOf(one.file.name) })),
			};
		case "makeFolder":
			return { ...draft, made: [...draft.made, action.folder] };
		case "renameFolder":
			return rehomed(draft, action.folder, pathIn(parentOf(action.folder), action.name));
		case "removeFolder":
			return withoutFolder(draft, action.folder);
		case "cover":
			return { ...draft, cover: action.cover };
		case "samples":
			return { ...draft, samples: action.keys };
		case "restore":
			return restored(draft, action);
		case "clear":
			return EMPTY_DRAFT;
	}
}

/** In display order, including empty ones. */
export function foldersOf(draft: Draft): string[] {
	return inOrder([...draft.made, ...draft.files.map(({ folder }) => folder)]);
}

export function totalSize(files: readonly { file: { size: number } }[]): number {
	return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** Null if no file was chosen. */
export function coverIndexOf({ files, cover }: Pick<Draft, "files" | "cover">): number | null {
	if ("picture" in cover) return null;
	const at = files.findIndex(({ key }) => String(key) === cover.fileId);
	return at < 0 ? null : at;
}

let nextKey = 1;

function added(draft: Draft, files: readonly File[], isNested: boolean): Draft {
	const there = new Set(draft.files.map(({ file, folder }) => identityOf(file, folder)));
	const fresh: ChosenFile[] = [];
	let wasFlattened = draft.wasFlattened;
	for (const file of files) {
		const { path } = originOf(file);
		const folder = folderOfPath(path, isNested);
		if (!isNested && folder !== folderOfPath(path, true)) wasFlattened = true;
		const identity = identityOf(file, folder);
		if (there.has(identity)) continue;
		there.add(identity);
		fresh.push({ key: nextKey++, file, folder, ...uploadedFields({}) });
	}
	const room = MAX_FILES_PER_SHARE - draft.files.length;
	return {
		...draft,
		files: [...draft.files, ...fresh.slice(0, room)],
		wasFlattened,
		overflow: Math.max(0, fresh.length - room),
	};
}

function restored(
	draft: Draft,
	{ files, made, cover }: Extract<DraftAction, { type: "restore" }>,
): Draft {
	const there = new Set(draft.files.map(({ file, folder }) => identityOf(file, folder)));
	const back = files
		.filter(({ file, folder }) => !there.has(identityOf(file, folder)))
		.map((one) => ({ ...one, key: nextKey++ }));
	const chosen = cover && "at" in cover ? back[cover.at] : undefined;
	return {
		...draft,
		files: [...draft.files, ...back].slice(0, MAX_FILES_PER_SHARE),
		made: [...new Set([...draft.made, ...made])],
		...(chosen && { cover: { fileId: String(chosen.key) } }),
		...(cover && "picture" in cover && { cover }),
	};
}

function identityOf(file: File, folder: string): string {
	return JSON.stringify([folder, originOf(file).path, file.size, file.lastModified]);
}

function removed(draft: Draft, keys: ReadonlySet<number>): Draft {
	const files = draft.files.filter(({ key }) => !keys.has(key));
	const isGone = "fileId" in draft.cover && coverIndexOf({ files, cover: draft.cover }) === null;
	return { ...draft, files, cover: isGone ? DEFAULT_COVER : draft.cover };
}

function rehomed(draft: Draft, from: string, to: string): Draft {
	return {
		...draft,
		made: draft.made.map((folder) => renamed(folder, from, to)),
		files: draft.files.map((one) => ({ ...one, folder: renamed(one.folder, from, to) })),
	};
}

function withoutFolder(draft: Draft, gone: string): Draft {
	const isInside = (folder: string) => folder === gone || folder.startsWith(`${gone}/`);
	return {
		...draft,
		made: draft.made.filter((folder) => !isInside(folder)),
		files: draft.files.map((one) => (isInside(one.folder) ? { ...one, folder: MAIN_FOLDER } : one)),
	};
}
