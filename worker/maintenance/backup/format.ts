/*
 * Contents of the backup bucket. Boxes are sealed for the operator's key under their own key's name.
 *
 *   backups/ID/000001 …        boxes of rows, then of changes, then of objects
 *   backups/ID/manifest        a box; with it the backup is complete
 *   objects/KEY!ETAG           an unchanged copy of each object
 *   gone/objects/KEY!ETAG      an empty note that the object no longer exists, and since when
 *
 * `ID` is the time at which the backup began. Rows are read table by table while the product goes on writing;
 * changes are what was written in the meantime, and replace or remove rows. Together they are the database at one
 * moment, that of the last box of changes.
 */
export const BACKUPS = "backups/";
export const COPIES = "objects/";
export const GONE = "gone/";

/** The first column of each row is the `rowid`, which `columns` omits. */
type Rows = { table: string; columns: string[]; rows: unknown[][] };

export type RowsBox = { kind: "rows" } & Rows;
/** `removed`: the `rowid`s of deleted rows. */
export type ChangesBox = {
	kind: "changes";
	tables: (Rows & { removed: number[] })[];
	/** definitions of tables and indexes, only in the last box */
	schema: string[] | null;
};

/** `name`: the key of the copy. */
export type StoredObject = {
	key: string;
	name: string;
	size: number;
	etag: string;
	crc32: number;
	metadata: CopiedMetadata;
};
export type CopiedMetadata = {
	contentType?: string | undefined;
	custom?: Record<string, string> | undefined;
};
export type ObjectsBox = { kind: "objects"; objects: StoredObject[] };

export type Manifest = {
	version: 1;
	id: string;
	/** ms */
	moment: number;
	/** parents before children */
	tables: { name: string; boxes: number; rows: number }[];
	/** boxes of changes and of objects, after those of rows */
	changes: number;
	objects: number;
};

export function boxKey(id: string, n: number): string {
	return `${BACKUPS}${id}/${String(n).padStart(6, "0")}`;
}

export function manifestKey(id: string): string {
	return `${BACKUPS}${id}/manifest`;
}

const idOf = (at: number) =>
	new Date(at).toISOString().slice(0, 19).replaceAll(":", "-").concat("Z");

/** Ids sort by time; none is used twice. */
export function idAfter(previous: string, now: number): string {
	return idOf(Math.max(now, previous === "" ? 0 : begunAt(previous) + 1000));
}

/** In ms. */
export function begunAt(id: string): number {
	return Date.parse(id.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));
}

/** "!" sorts before every character of our keys. */
export function copyName(key: string, etag: string): string {
	return `${COPIES}${key}!${etag}`;
}

export function originOf(name: string): { key: string; etag: string } {
	const at = name.lastIndexOf("!");
	return { key: name.slice(COPIES.length, at), etag: name.slice(at + 1) };
}
