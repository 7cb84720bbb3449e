import type { DBSchema, IDBPDatabase } from "idb";
import { browserStore } from "../browser-store.ts";

/** A file that belongs to a draft, as this browser keeps it. */
export type KeptFile = {
	name: string;
	/** bytes */
	size: number;
	type: string;
	/** ms since the epoch */
	lastModified: number;
	/** as it was chosen: "tour/day 1/a.jpg" */
	path: string;
	/** where the creator has put it */
	folder: string;
	/** whether buyers see no preview of it; absent in what was kept before there was that choice */
	noPreview?: boolean;
	/** reads the file again, where the browser gives such handles; else the store has a copy */
	handle: FileSystemFileHandle | null;
	/** of the directory that was chosen: one permission for it covers all of its files */
	root: FileSystemDirectoryHandle | null;
};

/** The files of a draft, their folders and the cover. */
export type KeptDraft = {
	id: string;
	creatorId: string;
	files: readonly KeptFile[];
	/** folders the creator made, which may be empty */
	made: readonly string[];
	/** an uploaded picture, or the place of the file that stands for the share; null for the default */
	cover: Blob | number | null;
	/** the server has had the draft, so that it is over when the server has it no more */
	isStored: boolean;
	/** when this was kept, ms since the epoch */
	keptAt: number;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const DATABASE = "tillbox-drafts";
const DRAFTS = "drafts";
/** the bytes of files without handles, under "draft/file" */
const COPIES = "copies";
/** What is copied for one draft at most, in bytes; more would fill disks without being asked. */
const MAX_COPIED = 1024 ** 3;
/** A copy may take this share of what the browser still grants. */
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

/** Does what changes a draft after all that was begun before, so that what was forgotten does not come back. */
const inTurn: typeof attempt = (work, otherwise) => {
	const next = last.then(() => attempt(work, otherwise));
	last = next;
	return next;
};

const copiesOf = (id: string) => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);

/** Identifies a file within a draft. */
export const fileKey = ({ path, size, lastModified }: KeptFile) =>
	`${lastModified}/${size}/${path}`;

const copyKey = (id: string, file: KeptFile) => `${id}/${fileKey(file)}`;

/** How many more bytes may be copied. */
async function roomForCopies(): Promise<number> {
	const { quota = 0, usage = 0 } = await (navigator.storage?.estimate?.() ?? {});
	return Math.min(MAX_COPIED, (quota - usage) * SHARE_OF_ROOM);
}

/**
 * Keeps a draft's files: handles, and copies of files without one as far as there is room. `sources` has the
 * files that are at hand, in the order of `draft.files`. What another tab has added to the draft stays; `removed`
 * has the keys of those that go. Returns how many of the draft's files this browser can't bring back.
 */
export function keepDraft(
	draft: KeptDraft,
	sources: readonly (File | null)[],
	removed: readonly string[],
): Promise<number> {
	const withoutHandle = draft.files.filter(({ handle }) => handle === null).length;
	const gone = new Set(removed);
	return inTurn(async (db) => {
		await writeRecord(db, draft, gone);
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
		for (const key of gone) await db.delete(COPIES, `${draft.id}/${key}`);
		return lost;
	}, withoutHandle);
}

/** Writes the draft together with the files that another tab has added to it; deletes it when nothing is left. */
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

/** Returns what is kept of this creator's draft, or null. */
export function keptDraft(id: string, creatorId: string): Promise<KeptDraft | null> {
	return attempt(async (db) => {
		const draft = await db.get(DRAFTS, id);
		return draft?.creatorId === creatorId ? draft : null;
	}, null);
}

/** Returns the copy of a draft's file, or null. */
export function keptCopy(id: string, file: KeptFile): Promise<File | null> {
	return attempt(async (db) => {
		const copy = await db.get(COPIES, copyKey(id, file));
		const { name, type, lastModified } = file;
		return copy ? new File([copy], name, { type, lastModified }) : null;
	}, null);
}

/** Forgets the files of a draft that was sent or thrown away. */
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

/**
 * Forgets the files of this creator's drafts that are gone, because another browser has ended them. Those that were
 * kept within a day may have been saved after `ids` was read.
 */
export async function forgetOthers(creatorId: string, ids: ReadonlySet<string>): Promise<void> {
	const all = await attempt((db) => db.getAll(DRAFTS), []);
	const gone = all.filter(
		({ id, isStored, keptAt, ...draft }) =>
			draft.creatorId === creatorId && isStored && !ids.has(id) && keptAt < Date.now() - DAY_MS,
	);
	for (const { id } of gone) await forgetDraft(id);
}
