import { PART_SIZE } from "../../contract/constants.ts";
import { partSize } from "./part-sizes.ts";
import type {
	AnnouncedFile,
	Part,
	SessionFile,
	SessionRow,
	SessionState,
	UploadMetadata,
} from "./session-rows.ts";

const TOUCH_MS = 60_000;
/** Keeps a parameter under SQLite's limit of 2 MB for any file names. */
const FILES_PER_STATEMENT = 400;

/** The session's rows. The storage confirms writes before a response is sent. */
export class SessionStore {
	private readonly sql: SqlStorage;
	/** cached, since every part needs them */
	private cached: SessionRow | null = null;
	private positions: Map<string, number> | null = null;

	constructor(sql: SqlStorage) {
		this.sql = sql;
	}

	/** The storage must have its tables. */
	open(metadata: UploadMetadata, files: readonly AnnouncedFile[]): void {
		this.sql.exec(
			"INSERT INTO session (one, metadata, state, last_at) VALUES (1, ?, 'open', ?)",
			JSON.stringify(metadata),
			metadata.createdAt,
		);
		for (let from = 0; from < files.length; from += FILES_PER_STATEMENT)
			this.sql.exec(
				`INSERT INTO files (position, id, size, announced)
				 SELECT key + ?, value->>'id', value->>'size', value FROM json_each(?)`,
				from,
				JSON.stringify(files.slice(from, from + FILES_PER_STATEMENT)),
			);
	}

	/** Returns null without an opened session, also long after its end; then no other method may be called. */
	read(): SessionRow | null {
		this.cached ??= this.load();
		return this.cached;
	}

	setState(state: SessionState): void {
		this.write({ state, failures: 0 });
	}

	countFailure(): void {
		this.write({ failures: (this.read()?.failures ?? 0) + 1 });
	}

	/** Records activity, but not every time: an hour's precision is enough for a timeout of a day. */
	touch(now: number): void {
		if (now - (this.read()?.lastAt ?? 0) > TOUCH_MS) this.write({ lastAt: now });
	}

	private load(): SessionRow | null {
		// Without tables, an object that was only queried uses no storage.
		if (this.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'session'").toArray().length === 0)
			return null;
		const [row] = this.sql
			.exec<{ metadata: string; state: SessionState; last_at: number; failures: number }>(
				"SELECT metadata, state, last_at, failures FROM session",
			)
			.toArray();
		if (!row) return null;
		const metadata: UploadMetadata = JSON.parse(row.metadata);
		return { ...metadata, state: row.state, lastAt: row.last_at, failures: row.failures };
	}

	private write(change: Partial<Pick<SessionRow, "state" | "lastAt" | "failures">>): void {
		const row = this.read();
		if (!row) return;
		this.cached = { ...row, ...change };
		this.sql.exec(
			"UPDATE session SET state = ?, last_at = ?, failures = ?",
			this.cached.state,
			this.cached.lastAt,
			this.cached.failures,
		);
	}

	file(id: string): SessionFile | null {
		return this.select("id = ?", id)[0] ?? null;
	}

	position(id: string): number | undefined {
		this.positions ??= new Map(
			this.sql
				.exec<{ id: string; position: number }>("SELECT id, position FROM files")
				.toArray()
				.map((file) => [file.id, file.position]),
		);
		return this.positions.get(id);
	}

	files(from = 0, count = -1): SessionFile[] {
		return this.select("position >= ? ORDER BY position LIMIT ?", from, count);
	}

	setMultipart(position: number, multipart: string | null): void {
		this.sql.exec("UPDATE files SET multipart = ? WHERE position = ?", multipart, position);
	}

	finishFile(position: number, object: { etag: string; crc32: number }): void {
		this.sql.exec(
			"UPDATE files SET etag = ?, crc32 = ? WHERE position = ?",
			object.etag,
			object.crc32,
			position,
		);
	}

	parts(position: number): Part[] {
		return this.sql
			.exec<Part>(
				"SELECT n, size, etag, crc32 FROM parts WHERE file = ? AND etag IS NOT NULL ORDER BY n",
				position,
			)
			.toArray();
	}

	part(position: number, n: number): Part | null {
		const [row] = this.sql
			.exec<Part>(
				"SELECT n, size, etag, crc32 FROM parts WHERE file = ? AND n = ? AND etag IS NOT NULL",
				position,
				n,
			)
			.toArray();
		return row ?? null;
	}

	countTry(position: number, n: number): void {
		this.sql.exec(
			`INSERT INTO parts (file, n, tries) VALUES (?, ?, 1)
			 ON CONFLICT (file, n) DO UPDATE SET tries = tries + 1`,
			position,
			n,
		);
	}

	/** Returns false if the part was already recorded. */
	keepPart(position: number, part: Part): boolean {
		const { rowsWritten } = this.sql.exec(
			`INSERT INTO parts (file, n, tries, size, etag, crc32) VALUES (?, ?, 1, ?, ?, ?)
			 ON CONFLICT (file, n) DO UPDATE SET
				size = excluded.size, etag = excluded.etag, crc32 = excluded.crc32
			 WHERE parts.etag IS NULL`,
			position,
			part.n,
			part.size,
			part.etag,
			part.crc32,
		);
		return rowsWritten > 0;
	}

	dropPart(position: number, n: number): void {
		this.sql.exec("UPDATE parts SET etag = NULL WHERE file = ? AND n = ?", position, n);
	}

	/** After R2 rejected a part: drops the parts sent more than once, or else all. */
	dropSuspects(position: number): void {
		const { rowsWritten } = this.sql.exec(
			"UPDATE parts SET etag = NULL, tries = 0 WHERE file = ? AND tries > 1",
			position,
		);
		if (rowsWritten === 0) this.dropAll(position);
	}

	dropAll(position: number): void {
		this.sql.exec("DELETE FROM parts WHERE file = ?", position);
	}

	receivedSize(): number {
		return this.sql
			.exec<{ size: number }>(
				"SELECT coalesce(sum(size), 0) AS size FROM parts WHERE etag IS NOT NULL",
			)
			.one().size;
	}

	missingSinglePart(): SessionFile[] {
		return this.select(
			`size <= ? AND NOT EXISTS (
				SELECT 1 FROM parts WHERE file = position AND n = 1 AND parts.etag IS NOT NULL)`,
			PART_SIZE,
		);
	}

	missing(): { file: SessionFile; parts: number[] }[] {
		const safe = new Map<number, Set<number>>();
		const rows = this.sql.exec<{ file: number; n: number }>(
			"SELECT file, n FROM parts WHERE etag IS NOT NULL",
		);
		for (const { file, n } of rows) {
			let numbers = safe.get(file);
			if (!numbers) {
				numbers = new Set();
				safe.set(file, numbers);
			}
			numbers.add(n);
		}
		return this.files().flatMap((file) => {
			const have = safe.get(file.position);
			const parts: number[] = [];
			for (let n = 1; partSize(file.size, n) !== null; n++) if (!have?.has(n)) parts.push(n);
			return parts.length > 0 ? [{ file, parts }] : [];
		});
	}

	/** `rest` is the statement from its condition on. */
	private select(rest: string, ...bound: (string | number)[]): SessionFile[] {
		return this.sql
			.exec<Omit<SessionFile, keyof AnnouncedFile> & { announced: string }>(
				`SELECT position, announced, multipart, etag, crc32 FROM files WHERE ${rest}`,
				...bound,
			)
			.toArray()
			.map(({ announced, ...file }) => ({
				// As `open` stored it.
				...(JSON.parse(announced) as AnnouncedFile),
				...file,
			}));
	}

	reset(): void {
		this.cached = null;
		this.positions = null;
	}

	/** The session's own row stays readable. */
	deleteContent(): void {
		this.sql.exec("DELETE FROM parts; DELETE FROM files; DELETE FROM renditions;");
		this.positions = null;
	}
}
