import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it } from "vitest";
import { dbOf } from "./db.ts";
import { insertWhen } from "./insert-when.ts";

const db = dbOf(env.DB);
const before = sqliteTable("things", {
	id: text("id").primaryKey(),
	label: text("label").notNull(),
	amount: integer("amount").notNull(),
});
/** The same table after a column was inserted in the middle. */
const after = sqliteTable("things", {
	id: text("id").primaryKey(),
	note: text("note"),
	isOpen: integer("is_open", { mode: "boolean" }).notNull().default(true),
	label: text("label").notNull(),
	amount: integer("amount").notNull(),
});

beforeEach(async () => {
	await env.DB.batch([
		env.DB.prepare("drop table if exists things"),
		env.DB.prepare(
			`create table things (id text primary key, note text, is_open integer not null default 1,
				label text not null, amount integer not null)`,
		),
	]);
});
const rows = () => db.select().from(after);

describe("insertWhen", () => {
	it("puts values into the columns they are named for, wherever these stand in the table", async () => {
		const values = { amount: 5, id: "a", label: "five" };
		await insertWhen(db, after, values, sql`true`);
		expect(await rows()).toEqual([{ ...values, note: null, isOpen: true }]);
		// Code that doesn't know the new columns yet doesn't name them.
		await insertWhen(db, before, { ...values, id: "b" }, sql`true`);
		expect(await rows()).toContainEqual({ ...values, id: "b", note: null, isOpen: true });
	});

	it("inserts nothing when the condition does not hold at its place in the batch", async () => {
		const row = { id: "a", label: "one", amount: 1 };
		const isEmpty = sql`not exists (select 1 from things)`;
		await db.batch([
			insertWhen(db, after, row, isEmpty),
			insertWhen(db, after, { ...row, id: "b" }, isEmpty),
		]);
		expect((await rows()).map(({ id }) => id)).toEqual(["a"]);
	});

	it("inserts a row for each row of the source, and leaves conflicts to the caller", async () => {
		const source = sql`json_each(${JSON.stringify(["x", "y", "x"])})`;
		const statement = insertWhen(
			db,
			after,
			{ id: sql`value`, label: sql`'item ' || key`, amount: sql`key`, isOpen: false },
			sql`key < 3`,
			source,
		);
		expect(await statement.onConflictDoNothing().returning({ id: after.id })).toHaveLength(2);
		expect(await rows()).toEqual([
			{ id: "x", note: null, isOpen: false, label: "item 0", amount: 0 },
			{ id: "y", note: null, isOpen: false, label: "item 1", amount: 1 },
		]);
	});
});
