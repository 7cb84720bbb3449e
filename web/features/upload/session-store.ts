import type { DBSchema } from "idb";
import type { Shown } from "../../preview-engine/makers.ts";
import { browserStore } from "./browser-store.ts";

/** The settings that previews of its files depend on, without the mark. */
export type PreviewSettings = Omit<Shown, "mark">;

/** Stored until the upload ends; the server has the rest. */
export type SavedUpload = {
	id: string;
	/** ms since the epoch */
	savedAt: number;
	preview: PreviewSettings;
	/** until it is sent */
	cover?: Blob | undefined;
	/** by file id */
	handles: Record<string, FileSystemFileHandle>;
	/** of the chosen directories: one permission covers all files */
	roots: FileSystemDirectoryHandle[];
};

const DATABASE = "tillbox-uploads";
const UPLOADS = "uploads";
/** CRC-32 of stored parts, under "upload/file/part" */
const PARTS = "parts";
const DELETE_AFTER_MS = 8 * 24 * 60 * 60 * 1000;

interface Schema extends DBSchema {
	[UPLOADS]: { key: string; value: SavedUpload };
	[PARTS]: { key: string; value: string };
}

const attempt = browserStore<Schema>(
	DATABASE,
	(db) => {
		db.createObjectStore(UPLOADS, { keyPath: "id" });
		db.createObjectStore(PARTS);
	},
	"This browser could not store the upload's state.",
);

const partsOf = (prefix: string) => IDBKeyRange.bound(`${prefix}/`, `${prefix}/\uffff`);

export function saveUpload(upload: SavedUpload): Promise<void> {
	return attempt(async (db) => {
		await db.put(UPLOADS, upload);
	}, undefined);
}

export function savedUpload(id: string): Promise<SavedUpload | null> {
	return attempt(async (db) => (await db.get(UPLOADS, id)) ?? null, null);
}

export function savePart(
	uploadId: string,
	fileId: string,
	part: number,
	crc32: string,
): Promise<void> {
	return attempt(async (db) => {
		await db.put(PARTS, crc32, `${uploadId}/${fileId}/${part}`);
	}, undefined);
}

export function savedParts(uploadId: string, fileId: string): Promise<Map<number, string>> {
	return attempt(async (db) => {
		const store = db.transaction(PARTS).store;
		const range = partsOf(`${uploadId}/${fileId}`);
		const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
		return new Map(keys.map((key, i) => [Number(key.split("/").at(-1)), values[i] ?? ""]));
	}, new Map());
}

/** Also deletes uploads that have expired on the server. */
export function deleteUpload(id: string, now = Date.now()): Promise<void> {
	return attempt(async (db) => {
		const all = await db.getAll(UPLOADS);
		const old = all.filter(({ savedAt }) => savedAt < now - DELETE_AFTER_MS);
		const write = db.transaction([UPLOADS, PARTS], "readwrite");
		const ids = new Set([id, ...old.map((upload) => upload.id)]);
		const deletions = [...ids].flatMap((one) => [
			write.objectStore(UPLOADS).delete(one),
			write.objectStore(PARTS).delete(partsOf(one)),
		]);
		await Promise.all([...deletions, write.done]);
	}, undefined);
}
