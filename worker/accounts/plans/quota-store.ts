import type { MigrationStep } from "../../platform/storage/migrate.ts";

/** Append only. Rows are leases until `expires_at` (ms), and permanent if it is NULL. */
export const QUOTA_MIGRATIONS: readonly MigrationStep[] = [
	`
	CREATE TABLE IF NOT EXISTS slots (
		upload_id TEXT PRIMARY KEY,
		month TEXT NOT NULL,
		expires_at INTEGER
	);
	CREATE TABLE IF NOT EXISTS storage (
		upload_id TEXT PRIMARY KEY,
		share_id TEXT, -- known once committed
		bytes INTEGER NOT NULL,
		expires_at INTEGER
	);
	CREATE TABLE IF NOT EXISTS rebuilt (at INTEGER NOT NULL);
	`,
];

/** Expiry of released leases (ms); alarms don't accept 0. */
export const ABANDONED_AT = 1;

export type StoredRow = { upload_id: string; share_id: string; bytes: number };

/** All methods are synchronous; times in ms. */
export class QuotaStore {
	private readonly sql: SqlStorage;

	constructor(sql: SqlStorage) {
		this.sql = sql;
	}

	/** Includes leases. */
	countSlots(month: string): number {
		return this.sql
			.exec<{ used: number }>("SELECT count(*) AS used FROM slots WHERE month = ?", month)
			.one().used;
	}

	/** Includes leases. */
	sumStorage(): number {
		return this.sql
			.exec<{ bytes: number }>("SELECT coalesce(sum(bytes), 0) AS bytes FROM storage")
			.one().bytes;
	}

	slotMonth(uploadId: string): string | null {
		const [row] = this.sql
			.exec<{ month: string }>("SELECT month FROM slots WHERE upload_id = ?", uploadId)
			.toArray();
		return row?.month ?? null;
	}

	heldBytes(uploadId: string): number | null {
		const [row] = this.sql
			.exec<{ bytes: number }>("SELECT bytes FROM storage WHERE upload_id = ?", uploadId)
			.toArray();
		return row?.bytes ?? null;
	}

	/** Renews existing leases; committed rows stay. */
	lease(entry: { uploadId: string; month: string; bytes: number; expiresAt: number }): void {
		this.sql.exec(
			`INSERT INTO slots (upload_id, month, expires_at) VALUES (?, ?, ?)
			 ON CONFLICT (upload_id) DO UPDATE SET expires_at = max(expires_at, excluded.expires_at)
			 WHERE expires_at IS NOT NULL`,
			entry.uploadId,
			entry.month,
			entry.expiresAt,
		);
		this.leaseStorage(entry);
	}

	/** Like `lease`, without a slot. */
	leaseStorage(entry: { uploadId: string; bytes: number; expiresAt: number }): void {
		this.sql.exec(
			`INSERT INTO storage (upload_id, bytes, expires_at) VALUES (?, ?, ?)
			 ON CONFLICT (upload_id) DO UPDATE SET
				expires_at = max(expires_at, excluded.expires_at), bytes = max(bytes, excluded.bytes)
			 WHERE expires_at IS NOT NULL`,
			entry.uploadId,
			entry.bytes,
			entry.expiresAt,
		);
	}

	commitSlot(uploadId: string, month: string): void {
		this.sql.exec(
			`INSERT INTO slots (upload_id, month, expires_at) VALUES (?, ?, NULL)
			 ON CONFLICT (upload_id) DO UPDATE SET expires_at = NULL`,
			uploadId,
			month,
		);
	}

	/** Does nothing if the upload holds no bytes any more. */
	commitStored(row: StoredRow): void {
		this.sql.exec(
			"UPDATE storage SET share_id = ?, bytes = ?, expires_at = NULL WHERE upload_id = ?",
			row.share_id,
			row.bytes,
			row.upload_id,
		);
	}

	/** Ends a lease of the same id. */
	addStored(row: StoredRow): void {
		this.sql.exec(
			`INSERT INTO storage (upload_id, share_id, bytes, expires_at) VALUES (?, ?, ?, NULL)
			 ON CONFLICT (upload_id) DO UPDATE SET
				share_id = excluded.share_id, bytes = excluded.bytes, expires_at = NULL
			 WHERE expires_at IS NOT NULL`,
			row.upload_id,
			row.share_id,
			row.bytes,
		);
	}

	/** False once the share's originals are removed. */
	hasShare(shareId: string): boolean {
		const rows = this.sql.exec("SELECT 1 FROM storage WHERE share_id = ? LIMIT 1", shareId);
		return rows.toArray().length > 0;
	}

	removeShare(shareId: string): void {
		this.sql.exec("DELETE FROM storage WHERE share_id = ?", shareId);
	}

	/** Committed rows stay. */
	abandon(uploadId: string): void {
		for (const table of ["slots", "storage"])
			this.sql.exec(
				`UPDATE ${table} SET expires_at = ? WHERE upload_id = ? AND expires_at IS NOT NULL`,
				ABANDONED_AT,
				uploadId,
			);
	}

	expired(now: number): string[] {
		return this.sql
			.exec<{ upload_id: string }>(
				"SELECT upload_id FROM slots WHERE expires_at <= ?1 UNION SELECT upload_id FROM storage WHERE expires_at <= ?1",
				now,
			)
			.toArray()
			.map((row) => row.upload_id);
	}

	/** Does nothing if the lease was renewed. */
	dropExpired(uploadId: string, now: number): void {
		for (const table of ["slots", "storage"])
			this.sql.exec(`DELETE FROM ${table} WHERE upload_id = ? AND expires_at <= ?`, uploadId, now);
	}

	deleteSlotsBefore(month: string): void {
		this.sql.exec("DELETE FROM slots WHERE expires_at IS NULL AND month < ?", month);
	}

	nextExpiry(): number | null {
		return this.sql
			.exec<{ next: number | null }>(
				"SELECT min(expires_at) AS next FROM (SELECT expires_at FROM slots UNION ALL SELECT expires_at FROM storage)",
			)
			.one().next;
	}

	isRebuilt(): boolean {
		return this.sql.exec("SELECT 1 FROM rebuilt").toArray().length > 0;
	}

	markRebuilt(now: number): void {
		this.sql.exec("INSERT INTO rebuilt (at) VALUES (?)", now);
	}

	clear(): void {
		this.sql.exec("DELETE FROM slots; DELETE FROM storage; DELETE FROM rebuilt;");
	}
}
