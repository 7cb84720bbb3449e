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

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
	opening ??= new Promise((resolve, reject) => {
		const request = indexedDB.open(DATABASE, 1);
		request.onupgradeneeded = () => {
			request.result.createObjectStore(UPLOADS, { keyPath: "id" });
			request.result.createObjectStore(PARTS);
		};
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	return opening;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

/** An upload works without this memory (private windows have none), so its failures end here. */
async function attempt<T>(work: (db: IDBDatabase) => Promise<T>, otherwise: T): Promise<T> {
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
		await done(db.transaction(UPLOADS, "readwrite").objectStore(UPLOADS).put(upload));
	}, undefined);
}

/** What is remembered of an upload, or null. */
export function savedUpload(id: string): Promise<SavedUpload | null> {
	return attempt(async (db) => {
		const found: SavedUpload | undefined = await done(
			db.transaction(UPLOADS).objectStore(UPLOADS).get(id),
		);
		return found ?? null;
	}, null);
}

/** Remembers the CRC-32 of a part that is safe. */
export function savePart(uploadId: string, fileId: string, part: number, crc32: string) {
	return attempt(async (db) => {
		const store = db.transaction(PARTS, "readwrite").objectStore(PARTS);
		await done(store.put(crc32, `${uploadId}/${fileId}/${part}`));
	}, undefined);
}

/** The remembered CRC-32s of a file's parts, by number. */
export function savedParts(uploadId: string, fileId: string): Promise<Map<number, string>> {
	return attempt(async (db) => {
		const store = db.transaction(PARTS).objectStore(PARTS);
		const range = partsOf(`${uploadId}/${fileId}`);
		const [keys, values] = await Promise.all([
			done(store.getAllKeys(range)),
			done(store.getAll(range)),
		]);
		return new Map(
			keys.map((key, i) => [Number(String(key).split("/").at(-1)), String(values[i])]),
		);
	}, new Map());
}

/** Forgets an upload that is published or given up, and those so old that the server has. */
export function deleteUpload(id: string, now = Date.now()): Promise<void> {
	return attempt(async (db) => {
		const all: SavedUpload[] = await done(db.transaction(UPLOADS).objectStore(UPLOADS).getAll());
		const old = all.filter(({ savedAt }) => savedAt < now - DELETE_AFTER_MS);
		const write = db.transaction([UPLOADS, PARTS], "readwrite");
		for (const gone of new Set([id, ...old.map((upload) => upload.id)])) {
			write.objectStore(UPLOADS).delete(gone);
			write.objectStore(PARTS).delete(partsOf(gone));
		}
	}, undefined);
}
