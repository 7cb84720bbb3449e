import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** Private windows have no store: errors are logged as `failed`, and give `otherwise`. */
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
