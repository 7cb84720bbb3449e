import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Bookmarks } from "./bookmarks.ts";

export type Db = DrizzleD1Database<Record<string, never>>;

export function dbOf(database: D1Database): Db {
	return drizzle(database);
}

/**
 * Notes the primary's state after each query. Only a session's first query certainly goes to the primary, so each
 * query has its own.
 */
export function primaryDb(database: D1Database, bookmarks: Bookmarks): Db {
	return dbOver(async (send) => {
		const session = database.withSession("first-primary");
		try {
			const result = await send(session);
			bookmarks.note(session.getBookmark());
			return result;
		} catch (error) {
			bookmarks.doubt();
			throw error;
		}
	});
}

/** At least as recent as the browser's last read and the request's writes. */
export function replicaDb(database: D1Database, bookmarks: Bookmarks): Db {
	let session: D1DatabaseSession | undefined;
	let from: string | null = null;
	return dbOver(async (send) => {
		if (!session || from !== bookmarks.newest) {
			from = bookmarks.newest;
			session = database.withSession(from ?? "first-unconstrained");
		}
		try {
			return await send(session);
		} catch (error) {
			// After a restore of the database, a state that the browser has seen is gone.
			if (from === null) throw error;
			return send(database.withSession("first-primary"));
		}
	});
}

type Send = <T>(send: (session: D1DatabaseSession) => Promise<T>) => Promise<T>;

/** Prepared in the session that sends it. */
class Statement {
	readonly #send: Send;
	readonly #query: string;
	readonly #params: readonly unknown[];

	constructor(send: Send, query: string, params: readonly unknown[] = []) {
		this.#send = send;
		this.#query = query;
		this.#params = params;
	}

	bind(...params: unknown[]): Statement {
		return new Statement(this.#send, this.#query, params);
	}

	in(session: D1DatabaseSession): D1PreparedStatement {
		return session.prepare(this.#query).bind(...this.#params);
	}

	all() {
		return this.#send((session) => this.in(session).all());
	}

	raw() {
		return this.#send((session) => this.in(session).raw());
	}

	run() {
		return this.#send((session) => this.in(session).run());
	}
}

function dbOver(send: Send): Db {
	const queries = {
		prepare: (query: string) => new Statement(send, query),
		batch: (statements: Statement[]) =>
			send((session) => session.batch(statements.map((statement) => statement.in(session)))),
	};
	return dbOf(queries as unknown as D1Database);
}

export function isUniqueViolation(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause)
		if (/UNIQUE constraint failed/.test(at.message)) return true;
	return false;
}
