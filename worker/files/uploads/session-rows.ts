import type { UploadedFields } from "../../catalogue/shares/contract/file-fields.ts";
import type { NewFile } from "../../catalogue/shares/tables.ts";
import type { MigrationStep } from "../../platform/storage/migrate.ts";
import type { FileFamily } from "../contract/file-type.ts";
import type { MissingParts } from "./contract.ts";

export type AnnouncedFile = Omit<NewFile, "etag" | "crc32" | "modifiedAt"> &
	UploadedFields & {
		family: FileFamily;
		modifiedAt: number | null;
	};
/** Times in ms, sizes in bytes. */
export type SessionFile = AnnouncedFile & {
	position: number;
	/** R2's multipart upload, created when the file's tokens are first issued */
	multipart: string | null;
	/** known once the object is complete */
	etag: string | null;
	crc32: number | null;
};
export type SessionState = "open" | "completing" | "done" | "abandoned";
export type UploadMetadata = {
	id: string;
	creatorId: string;
	shareId: string;
	slug: string;
	/** the files are added to a published share */
	addsTo: boolean;
	/** the month whose slot this upload uses */
	month: string;
	title: string;
	description: string | null;
	price: string;
	fileCount: number;
	totalSize: number;
	createdAt: number;
};
export type SessionRow = UploadMetadata & {
	state: SessionState;
	/** accurate to `TOUCH_MS` */
	lastAt: number;
	/** consecutive failed steps of publishing */
	failures: number;
};
export type Part = { n: number; size: number; etag: string; crc32: number };

export type PageFile = SessionFile & { received: number[]; checksums: number[] };

export type SessionStatus = UploadMetadata & {
	state: SessionState;
	lastAt: number;
	receivedSize: number;
};
export type CompleteOutcome =
	| { status: "done" | "completing" | "closed" | "unknown" }
	| { status: "missing"; missing: MissingParts[] };
/** Append only. */
export const SESSION_MIGRATIONS: readonly MigrationStep[] = [
	`
	CREATE TABLE IF NOT EXISTS session (
		one INTEGER PRIMARY KEY CHECK (one = 1),
		metadata TEXT NOT NULL,
		state TEXT NOT NULL,
		last_at INTEGER NOT NULL, -- ms of the last sign of life
		failures INTEGER NOT NULL DEFAULT 0 -- of publishing, one after the other
	);
	CREATE TABLE IF NOT EXISTS files (
		position INTEGER PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		size INTEGER NOT NULL,
		announced TEXT NOT NULL, -- the AnnouncedFile as JSON
		multipart TEXT, etag TEXT, crc32 INTEGER
	);
	CREATE TABLE IF NOT EXISTS parts (
		file INTEGER NOT NULL, n INTEGER NOT NULL,
		tries INTEGER NOT NULL DEFAULT 0,
		size INTEGER, etag TEXT, crc32 INTEGER, -- etag is NULL until the part is safe
		PRIMARY KEY (file, n)
	) WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS renditions (
		object_key TEXT PRIMARY KEY,
		size INTEGER NOT NULL,
		kept INTEGER NOT NULL DEFAULT 0 -- 1 once it is stored and was found to be what it should be
	) WITHOUT ROWID;
	`,
];
