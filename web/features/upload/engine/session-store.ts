import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";

/** What this browser remembers of an unfinished upload; the rest the server knows. */
export type SavedUpload = {
	id: string;
	/** ms since the epoch */
	savedAt: number;
	preview: PreviewPolicy;
	/** ways back to the files, by file id, where the browser gives them */
	handles: Record<string, FileSystemFileHandle>;
	/** the directories that were dropped: one permission for each covers all of its files */
	roots: FileSystemDirectoryHandle[];
};

const DATABASE = "tillbox-uploads";
const UPLOADS = "uploads";
/** CRC-32 of parts that are safe, under "upload/file/part" */
const PARTS = "parts";
const DELETE_AFTER_MS = 8 * 24 * 60 * 60 * 1000;

interface Schema extends DBSchema {
	[UPLOADS]: { key: string; value: SavedUpload };
	[PARTS]: { key: string; value: string };
}

let opening: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
	opening ??= openDB<Schema>(DATABASE, 1, {
		upgrade(db) {
			db.createObjectStore(UPLOADS, { keyPath: "id" });
			db.createObjectStore(PARTS);
		},
	});
	return opening;
}

/** An upload works without this memory (private windows have none), so its failures end here. */
async function attempt<T>(
	work: (db: IDBPDatabase<Schema>) => Promise<T>,
	otherwise: T,
): Promise<T> {
	try {
		return await work(await database());
	} catch (error) {
		console.warn("This browser does not remember the upload.", error);
		return otherwise;
	}
}

const partsOf = (prefix: string) => IDBKeyRange.bound(`${prefix}/`, `${prefix}/\uffff`);

/** Remembers an upload. */
export function saveUpload(upload: SavedUpload): Promise<void> {
	return attempt(async (db) => {
		await db.put(UPLOADS, upload);
	}, undefined);
}

/** What is remembered of an upload, or null. */
export function savedUpload(id: string): Promise<SavedUpload | null> {
	return attempt(async (db) => (await db.get(UPLOADS, id)) ?? null, null);
}

/** Remembers the CRC-32 of a part that is stored. */
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

/** The remembered CRC-32s of a file's parts, by number. */
export function savedParts(uploadId: string, fileId: string): Promise<Map<number, string>> {
	return attempt(async (db) => {
		const store = db.transaction(PARTS).store;
		const range = partsOf(`${uploadId}/${fileId}`);
		const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
		return new Map(keys.map((key, i) => [Number(key.split("/").at(-1)), values[i] ?? ""]));
	}, new Map());
}

/** Deletes an upload that was published or given up, and those so old that the server has. */
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
