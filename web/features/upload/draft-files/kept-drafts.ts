import type { DBSchema, IDBPDatabase } from "idb";
import type { UploadedFields } from "../../../../worker/catalogue/shares/contract/file-fields.ts";
import { browserStore } from "../browser-store.ts";

/** Older records lack newer fields. */
export type KeptFile = Partial<UploadedFields> & {
	name: string;
	/** bytes */
	size: number;
	type: string;
	/** ms since the epoch */
	lastModified: number;
	/** "tour/day 1/a.jpg" */
	path: string;
	folder: string;
	/** null: the store has a copy */
	handle: FileSystemFileHandle | null;
	/** its permission covers all of its files */
	root: FileSystemDirectoryHandle | null;
};

export type KeptDraft = {
	id: string;
	creatorId: string;
	files: readonly KeptFile[];
	made: readonly string[];
	/** a picture, or the index of a file; null for the default */
	cover: Blob | number | null;
	/** the server has had it: the draft is over once the server no longer lists it */
	isStored: boolean;
	/** ms since the epoch */
	keptAt: number;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const DATABASE = "tillbox-drafts";
const DRAFTS = "drafts";
/** files without handles, under "draft/file" */
const COPIES = "copies";
const MAX_COPIED = 1024 ** 3;
/** The part of the remaining quota that a copy may take. */
const SHARE_OF_ROOM = 0.5;

interface Schema extends DBSchema {
	[DRAFTS]: { key: string; value: KeptDraft };
	[COPIES]: { key: string; value: Blob };
}

const attempt = browserStore<Schema>(
	DATABASE,
	(db) => {
		db.createObjectStore(DRAFTS, { keyPath: "id" });
		db.createObjectStore(COPIES);
	},
	"This browser could not keep the draft's files.",
);

let last: Promise<unknown> = Promise.resolve();

/** In order, so that a forgotten draft doesn't come back. */
const inTurn: typeof attempt = (work, otherwise) => {
	const next = last.then(() => attempt(work, otherwise));
	last = next;
	return next;
};

const copiesOf = (id: string) => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);

export const fileKey = ({ path, size, lastModified }: KeptFile) =>
	`${lastModified}/${size}/${path}`;

const copyKey = (id: string, file: KeptFile) => `${id}/${fileKey(file)}`;

async function roomForCopies(): Promise<number> {
	const { quota = 0, usage = 0 } = await (navigator.storage?.estimate?.() ?? {});
	return Math.min(MAX_COPIED, (quota - usage) * SHARE_OF_ROOM);
}

/**
 * Stores handles, and copies of files without one while there is room. `sources` are in the order
 * of `draft.files`; files added in another tab stay, and `removed` has the keys of those to delete.
 * Returns how many files this browser can't restore.
 */
export function keepDraft(
	draft: KeptDraft,
	sources: readonly (File | null)[],
	removed: readonly string[],
): Promise<number> {
	const withoutHandle = draft.files.filter(({ handle }) => handle === null).length;
	const removedIds = new Set(removed);
	return inTurn(async (db) => {
		await writeRecord(db, draft, removedIds);
		const known = new Set(await db.getAllKeys(COPIES, copiesOf(draft.id)));
		let room = await roomForCopies();
		let lost = 0;
		for (const [at, file] of draft.files.entries()) {
			if (file.handle) continue;
			const key = copyKey(draft.id, file);
			const source = sources[at];
			if (known.has(key)) room -= file.size;
			else if (source && file.size <= room) {
				await db.put(COPIES, source, key);
				room -= file.size;
			} else lost++;
		}
		for (const key of removedIds) await db.delete(COPIES, `${draft.id}/${key}`);
		return lost;
	}, withoutHandle);
}

/** Keeps files added in another tab; deletes an empty record. */
async function writeRecord(
	db: IDBPDatabase<Schema>,
	draft: KeptDraft,
	gone: ReadonlySet<string>,
): Promise<void> {
	const write = db.transaction(DRAFTS, "readwrite");
	const own = new Set(draft.files.map(fileKey));
	const before = await write.store.get(draft.id);
	const others =
		before?.files.filter((file) => !own.has(fileKey(file)) && !gone.has(fileKey(file))) ?? [];
	const files = [...draft.files, ...others];
	if (files.length + draft.made.length > 0) await write.store.put({ ...draft, files });
	else await write.store.delete(draft.id);
	await write.done;
}

export function keptDraft(id: string, creatorId: string): Promise<KeptDraft | null> {
	return attempt(async (db) => {
		const draft = await db.get(DRAFTS, id);
		return draft?.creatorId === creatorId ? draft : null;
	}, null);
}

export function keptCopy(id: string, file: KeptFile): Promise<File | null> {
	return attempt(async (db) => {
		const copy = await db.get(COPIES, copyKey(id, file));
		const { name, type, lastModified } = file;
		return copy ? new File([copy], name, { type, lastModified }) : null;
	}, null);
}

export function forgetDraft(id: string): Promise<void> {
	return inTurn(async (db) => {
		const write = db.transaction([DRAFTS, COPIES], "readwrite");
		await Promise.all([
			write.objectStore(DRAFTS).delete(id),
			write.objectStore(COPIES).delete(copiesOf(id)),
			write.done,
		]);
	}, undefined);
}

/** Forgets drafts that ended in another browser. Those stored within a day may be newer than `ids`. */
export async function forgetOthers(creatorId: string, ids: ReadonlySet<string>): Promise<void> {
	const all = await attempt((db) => db.getAll(DRAFTS), []);
	const removedIds = all.filter(
		({ id, isStored, keptAt, ...draft }) =>
			draft.creatorId === creatorId && isStored && !ids.has(id) && keptAt < Date.now() - DAY_MS,
	);
	for (const { id } of removedIds) await forgetDraft(id);
}
