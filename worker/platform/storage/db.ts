import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database<Record<string, never>>;

/** Drizzle over the primary database: without a D1 session no query is sent to a lagging replica. */
export function dbOf(database: D1Database): Db {
	return drizzle(database);
}

/** Returns true when a write was refused by a unique index. */
export function isUniqueViolation(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause)
		if (/UNIQUE constraint failed/.test(at.message)) return true;
	return false;
}
