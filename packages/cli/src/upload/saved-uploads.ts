import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { serverId } from "../api/server-id.ts";
import { settingsFolder } from "../settings/folder.ts";
import { readPrivateFile, writePrivateFile } from "../settings/private-file.ts";

/** In ms; longer than the server keeps an unfinished upload. */
const KEPT_MS = 8 * 24 * 60 * 60 * 1000;

const folder = (): string => join(settingsFolder(), "uploads");
const fileOf = (id: string): string => join(folder(), `${serverId(id)}.json`);

/** Lets an unfinished upload be resumed by its id alone. */
export type SavedUpload = {
	paths: string[];
	exclude: string[];
	/** identifies the same command line; "" if it was resumed by its id */
	signature: string;
};

/** Also removes expired ones. */
export async function saveUpload(id: string, upload: SavedUpload): Promise<void> {
	await writePrivateFile(fileOf(id), upload);
	for (const name of await readdir(folder())) {
		const path = join(folder(), name);
		const old = await stat(path).catch(() => null);
		if (old && old.mtimeMs < Date.now() - KEPT_MS) await rm(path, { force: true });
	}
}

/** Null for an upload begun elsewhere. */
export async function savedUpload(id: string): Promise<SavedUpload | null> {
	const value = await readPrivateFile(fileOf(id));
	const strings = (list: unknown) =>
		Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
	return (
		value && {
			paths: strings(value.paths),
			exclude: strings(value.exclude),
			signature: `${value.signature ?? ""}`,
		}
	);
}

export async function savedUploadOf(signature: string): Promise<string | null> {
	for (const name of await readdir(folder()).catch(() => [])) {
		const [, id] = /^([\w-]{8,64})\.json$/.exec(name) ?? [];
		if (id && (await savedUpload(id))?.signature === signature) return id;
	}
	return null;
}

export async function forgetUpload(id: string): Promise<void> {
	await rm(fileOf(id), { force: true });
}
