import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { normaliseFolderPath } from "../../../../worker/files/contract/files.ts";
import type { BegunUpload } from "../../../../worker/files/uploads/contract.ts";
import type { Api } from "../api/api.ts";
import { serverId } from "../api/server-id.ts";
import type { Session } from "../session.ts";
import type { LocalFile } from "./gather.ts";
import { type SavedUpload, saveUpload } from "./saved-uploads.ts";
import type { SendInput } from "./send.ts";

export type ShareFields = Readonly<Record<string, unknown>>;
/** `file`: the replaced file of the share. */
export type Replacement = { file: string; note?: string | undefined; keepEarlier: boolean };

export type Begun = SendInput & { shareId: string };

/** After a lost response, a repetition returns the same upload. */
export async function beginUpload(
	api: Api,
	fields: ShareFields,
	files: readonly LocalFile[],
	replaced: ReadonlyMap<LocalFile, Replacement> = new Map(),
): Promise<Begun> {
	const begun = await api.json<BegunUpload>("POST", "/api/uploads", {
		body: {
			...fields,
			key: randomUUID(),
			files: files.map((file) => ({
				name: file.name,
				size: file.size,
				folderPath: file.folder,
				lastModified: file.lastModified,
				replaces: replaced.get(file),
			})),
		},
	});
	for (const id of [begun.id, begun.shareId, ...begun.files.map((file) => file.id)]) serverId(id);
	return {
		...begun,
		files: begun.files.map((file) => ({ ...file, received: [] })),
		sources: new Map(begun.files.flatMap(({ id }, at) => (files[at] ? [[id, files[at]]] : []))),
	};
}

/** Lists files that the server moved: plans without nested folders have one level. */
export function noteMovedFiles(
	{ out }: Session,
	{ files, sources }: Pick<SendInput, "files" | "sources">,
): void {
	const moved = files.filter(({ id, folderPath }) => {
		const { folder } = sources.get(id) ?? { folder: folderPath };
		return normaliseFolderPath(folder) !== folderPath;
	});
	const [first] = moved;
	if (first)
		out.note(
			`${moved.length} files are in other folders of the share than here, since your plan has no nested ones: ${first.folderPath}/${first.name}.`,
		);
}

/** Makes an upload resumable here by its id alone. */
export async function keepPaths(
	{ out }: Session,
	id: string,
	{
		paths,
		exclude,
		signature = "",
	}: Pick<SavedUpload, "paths" | "exclude"> & { signature?: string },
): Promise<void> {
	const saved = { paths: paths.map((path) => resolve(path)), exclude, signature };
	await saveUpload(id, saved).catch((error: Error) =>
		// It can still be resumed with its paths.
		out.note(`The upload's paths could not be kept: ${error.message}`),
	);
}
