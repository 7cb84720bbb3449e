import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { randomId } from "../ids.ts";
import { migrate, storageVersion } from "./migrate.ts";

const FIRST = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)";
const SECOND = "ALTER TABLE notes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0";
const THIRD = "UPDATE notes SET pinned = pinned + 1";

/** Runs with the storage of an object that was never written. */
const inStorage = (run: (storage: DurableObjectStorage) => void) =>
	runInDurableObject(env.UPLOAD_SESSION.getByName(randomId()), (_object, state) =>
		run(state.storage),
	);

/** The storage of version 1, with a row. */
function first(storage: DurableObjectStorage) {
	migrate(storage, [FIRST]);
	storage.sql.exec("INSERT INTO notes (id, text) VALUES (1, 'kept')");
}
const notes = (storage: DurableObjectStorage) =>
	storage.sql.exec("SELECT * FROM notes").toArray() as unknown[];

describe("migrate", () => {
	it("applies every step to new storage", () =>
		inStorage((storage) => {
			expect(storageVersion(storage.sql)).toBe(0);
			migrate(storage, [FIRST, SECOND]);
			expect(storageVersion(storage.sql)).toBe(2);
			expect(notes(storage)).toEqual([]);
		}));

	it("applies the steps that storage of an earlier version lacks, once, and keeps its rows", () =>
		inStorage((storage) => {
			first(storage);
			for (let run = 0; run < 2; run++) migrate(storage, [FIRST, SECOND, THIRD]);
			expect(storageVersion(storage.sql)).toBe(3);
			expect(notes(storage)).toEqual([{ id: 1, text: "kept", pinned: 1 }]);
		}));

	it("leaves the earlier version when a step fails, and throws the step's error", () =>
		inStorage((storage) => {
			first(storage);
			expect(() => migrate(storage, [FIRST, SECOND, "UPDATE nowhere SET x = 1"])).toThrow(
				"no such table: nowhere",
			);
			expect(storageVersion(storage.sql)).toBe(1);
			expect(notes(storage)).toEqual([{ id: 1, text: "kept" }]);
			migrate(storage, [FIRST, SECOND]);
			expect(notes(storage)).toEqual([{ id: 1, text: "kept", pinned: 0 }]);
		}));

	it("leaves storage alone that later code has migrated", () =>
		inStorage((storage) => {
			migrate(storage, [FIRST, SECOND]);
			migrate(storage, [FIRST]);
			expect(storageVersion(storage.sql)).toBe(2);
		}));

	it("creates nothing in an upload session that is only queried", () =>
		runInDurableObject(env.UPLOAD_SESSION.getByName(randomId()), async (session, state) => {
			expect(await session.status("nobody")).toBeNull();
			expect(state.storage.sql.exec("SELECT * FROM sqlite_master").toArray()).toEqual([]);
		}));
});
