export type MigrationStep = string;

/** 0 for storage that was never written. */
export function storageVersion(sql: SqlStorage): number {
	const created = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'storage_version'").toArray();
	if (created.length === 0) return 0;
	return sql.exec<{ version: number }>("SELECT version FROM storage_version").one().version;
}

/**
 * Applies missing steps, all or none. A class's list is append-only, and each step must leave storage that the
 * previous code can use, since a deploy may be rolled back. Must be called in the constructor: it is synchronous,
 * so that no other event runs in between.
 */
export function migrate(storage: DurableObjectStorage, steps: readonly MigrationStep[]): void {
	const version = storageVersion(storage.sql);
	if (version >= steps.length) return;
	storage.transactionSync(() => {
		for (const step of steps.slice(version)) storage.sql.exec(step);
		storage.sql.exec(
			`CREATE TABLE IF NOT EXISTS storage_version (
				one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL
			)`,
		);
		storage.sql.exec(
			`INSERT INTO storage_version (one, version) VALUES (1, ?)
			 ON CONFLICT (one) DO UPDATE SET version = excluded.version`,
			steps.length,
		);
	});
}
