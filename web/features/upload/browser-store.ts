import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/**
 * A database of this browser, opened on first use. The returned function runs an operation on it.
 * Everything works without such a store (private windows have none), so an error is only logged, as
 * `failed`, and gives `otherwise`.
 */
export function browserStore<Schema extends DBSchema>(
	name: string,
	create: (db: IDBPDatabase<Schema>) => void,
	failed: string,
) {
	let opening: Promise<IDBPDatabase<Schema>> | null = null;
	return async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> => {
		try {
			opening ??= openDB<Schema>(name, 1, { upgrade: create });
			return await work(await opening);
		} catch (error) {
			console.warn(failed, error);
			return otherwise;
		}
	};
}
