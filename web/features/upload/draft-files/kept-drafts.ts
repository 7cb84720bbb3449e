import type { DBSchema } from "idb";
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
};

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

const copiesOf = (id: string) => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);

const copyKey = (id: string, { path, size, lastModified }: KeptFile) =>
	`${id}/${lastModified}/${size}/${path}`;

/** How many more bytes may be copied. */
async function roomForCopies(): Promise<number> {
	const { quota = 0, usage = 0 } = await (navigator.storage?.estimate?.() ?? {});
	return Math.min(MAX_COPIED, (quota - usage) * SHARE_OF_ROOM);
}

/**
 * Keeps a draft's files: handles, and copies of files without one as far as there is room. `sources` has the
 * files that are at hand, in the order of `draft.files`. Returns how many of the draft's files this browser
 * can't bring back.
 */
export function keepDraft(draft: KeptDraft, sources: readonly (File | null)[]): Promise<number> {
	const withoutHandle = draft.files.filter(({ handle }) => handle === null).length;
	return attempt(async (db) => {
		const known = new Set(await db.getAllKeys(COPIES, copiesOf(draft.id)));
		const wanted = new Set<string>();
		let room = await roomForCopies();
		let lost = 0;
		for (const [at, file] of draft.files.entries()) {
			if (file.handle) continue;
			const key = copyKey(draft.id, file);
			const source = sources[at];
			wanted.add(key);
			if (known.has(key)) room -= file.size;
			else if (source && file.size <= room) {
				await db.put(COPIES, source, key);
				room -= file.size;
			} else lost++;
		}
		await db.put(DRAFTS, draft);
		for (const key of known) if (!wanted.has(key)) await db.delete(COPIES, key);
		return lost;
	}, withoutHandle);
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
	return attempt(async (db) => {
		const write = db.transaction([DRAFTS, COPIES], "readwrite");
		await Promise.all([
			write.objectStore(DRAFTS).delete(id),
			write.objectStore(COPIES).delete(copiesOf(id)),
			write.done,
		]);
	}, undefined);
}

/** Forgets the files of this creator's drafts that are gone, because another browser has ended them. */
export async function forgetOthers(creatorId: string, ids: ReadonlySet<string>): Promise<void> {
	const all = await attempt((db) => db.getAll(DRAFTS), []);
	const gone = all.filter((draft) => draft.creatorId === creatorId && !ids.has(draft.id));
	for (const { id } of gone) await forgetDraft(id);
}
