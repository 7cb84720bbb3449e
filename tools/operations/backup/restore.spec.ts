import { createHash } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
	boxKey,
	type ChangesBox,
	copyName,
	type Manifest,
	manifestKey,
	type ObjectsBox,
	type RowsBox,
} from "../../../worker/maintenance/backup/format.ts";
import {
	type BackupKey,
	makeBackupKeys,
	readBackupKey,
	seal,
} from "../../../worker/maintenance/backup/seal.ts";
import { crc32 } from "../../../worker/platform/storage/crc32.ts";
import { restore } from "./restore.ts";
import { MemorySource, MemoryTarget } from "./test/memory-stores.ts";

const MOMENT = Date.UTC(2026, 9, 27, 4);
const SCHEMA = [
	"CREATE TABLE users (id text PRIMARY KEY, email text)",
	"CREATE TABLE all_files (id text PRIMARY KEY, user_id text REFERENCES users(id), object_key text, etag text)",
	"CREATE VIEW files AS SELECT * FROM all_files",
	"CREATE UNIQUE INDEX users_email ON users (email)",
	// Must not run again: the row has its effect.
	"CREATE TRIGGER users_changed AFTER INSERT ON users BEGIN UPDATE users SET email = 'changed' WHERE id = new.id; END",
];
const NEW_ETAG = "not what another bucket gives";

let keys: Awaited<ReturnType<typeof makeBackupKeys>>;
let key: BackupKey;
let source: MemorySource;
let target: MemoryTarget;
beforeAll(async () => {
	keys = await makeBackupKeys();
	key = await readBackupKey(keys.privateKey);
});
beforeEach(() => {
	source = new MemorySource();
	target = new MemoryTarget();
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const lines: string[] = [];
const restored = (at = Number.POSITIVE_INFINITY, by = key) =>
	restore({ from: source, to: target }, by, at, (line) => lines.push(line));

function objectOf(name: string, content: string, etag?: string): ObjectsBox["objects"][number] {
	const bytes = bytesOf(content);
	const real = etag ?? createHash("md5").update(bytes).digest("hex");
	const copy = copyName(name, real);
	source.objects.set(copy, bytes);
	const metadata = { contentType: "a/b", custom: { crc32: "7" } };
	const facts = { size: bytes.length, crc32: crc32(bytes), metadata };
	return { key: name, name: copy, etag: real, ...facts };
}

/** An address moved to another user while rows were read. */
async function backUp(id = "2026-10-27T03-43-00Z", moment = MOMENT): Promise<void> {
	const write = async (name: string, value: unknown) =>
		source.objects.set(name, await seal(keys.publicKey, name, JSON.stringify(value)));
	const users: RowsBox = {
		kind: "rows",
		table: "users",
		columns: ["id", "email"],
		rows: [
			[1, "u1", "wanted@x"],
			[2, "u2", 'Zoë "💶"\n'],
			[3, "u3", null],
			[9, "u9", "wanted@x"],
		],
	};
	const files: RowsBox = {
		kind: "rows",
		table: "all_files",
		columns: ["id", "user_id", "object_key", "etag"],
		rows: [
			[1, "f1", "u1", "originals/s/1", createHash("md5").update("one").digest("hex")],
			[2, "f2", "u9", "originals/s/2", NEW_ETAG],
		],
	};
	const changes: ChangesBox[] = [
		{
			kind: "changes",
			tables: [
				{ table: "users", columns: ["id", "email"], rows: [[1, "u1", "left@x"]], removed: [3] },
			],
			schema: null,
		},
		{
			kind: "changes",
			tables: [
				{ table: "users", columns: [], rows: [], removed: [2] },
				{ ...files, rows: [[4, "f4", "u1", "originals/s/4", ""]], removed: [] },
			],
			schema: SCHEMA,
		},
	];
	const objects: ObjectsBox = {
		kind: "objects",
		objects: [objectOf("originals/s/1", "one"), objectOf("originals/s/2", "two", NEW_ETAG)],
	};
	for (const [at, box] of [users, files, ...changes, objects].entries())
		await write(boxKey(id, at + 1), box);
	const manifest: Manifest = {
		version: 1,
		id,
		moment,
		changes: 2,
		objects: 1,
		tables: [
			{ name: "users", boxes: 1, rows: 4 },
			{ name: "all_files", boxes: 1, rows: 2 },
		],
	};
	await write(manifestKey(id), manifest);
}

function expectWhole(): void {
	expect(target.rows("users")).toEqual([
		[1, "u1", "left@x"],
		[9, "u9", "wanted@x"],
	]);
	const etags = ["originals/s/1", "originals/s/2"].map((name) => target.objects.get(name)?.etag);
	expect(target.rows("all_files")).toEqual([
		[1, "f1", "u1", "originals/s/1", etags[0]],
		[2, "f2", "u9", "originals/s/2", etags[1]],
		[4, "f4", "u1", "originals/s/4", ""],
	]);
	expect(
		target.database
			.prepare("SELECT name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1")
			.all()
			.map(({ name }) => name),
	).toEqual(["all_files", "files", "users", "users_changed", "users_email"]);
}

test("restores rows, changes and objects, and names losses", async () => {
	await backUp();
	expect(await restored()).toEqual({
		moment: MOMENT,
		rows: 5,
		objects: 2,
		bytes: 6,
		lost: [{ key: "originals/s/4", why: "it was in no backup" }],
	});
	expectWhole();
	expect(target.objects.get("originals/s/1")).toMatchObject({
		options: { metadata: { contentType: "a/b", custom: { crc32: "7" } } },
	});
});

test("continues after an interruption at any transaction", async () => {
	await backUp();
	await restored();
	const { batches } = target;
	for (let dies = 1; dies < batches; dies++) {
		target = new MemoryTarget();
		target.dies = dies;
		lines.length = 0;
		await expect(restored()).rejects.toThrow("died");
		expect(lines).toEqual([expect.stringMatching(/^Restoring the backup of 2026-10-27T/)]);
		target.dies = Number.POSITIVE_INFINITY;
		expect(await restored()).toMatchObject({ rows: 5, objects: 2 });
		expectWhole();
	}
});

test("takes the latest backup up to a moment, and skips damaged ones", async () => {
	const day = 86_400_000;
	await backUp("2026-10-26T03-43-00Z", MOMENT - day);
	await backUp("2026-10-27T03-43-00Z", MOMENT);
	await backUp("2026-10-28T03-43-00Z", MOMENT + day);
	source.objects.set(manifestKey("2026-10-28T03-43-00Z"), bytesOf("TBX1 and nothing else"));
	expect((await restored()).moment).toBe(MOMENT);
	expect(lines.join("\n")).toContain("2026-10-28T03-43-00Z/manifest is damaged. Skipped.");
	target = new MemoryTarget();
	expect((await restored(MOMENT - 1)).moment).toBe(MOMENT - day);
	target = new MemoryTarget();
	await expect(restored(MOMENT - 2 * day)).rejects.toThrow("no backup that old");
});

test("refuses a target with rows or objects", async () => {
	await backUp();
	target.database.exec("CREATE TABLE users (id text); INSERT INTO users VALUES ('somebody')");
	await expect(restored()).rejects.toThrow("not empty (users has rows)");
	expect(target.rows("users")).toEqual([[1, "somebody"]]);
	target = new MemoryTarget();
	await target.put("originals/x", (async function* () {})(), { isMultipart: false, metadata: {} });
	await expect(restored()).rejects.toThrow("bucket is not empty (originals/x)");
});

test("a deployed installation without visitors counts as empty", async () => {
	await backUp();
	for (const sql of SCHEMA) target.database.exec(sql);
	target.database.exec("CREATE TABLE job_cursors (name text)");
	target.database.exec("INSERT INTO job_cursors VALUES ('rows')");
	await restored();
	expectWhole();
});

// G109
test("writes nothing with the wrong key, or if a box is damaged, exchanged or missing", async () => {
	await backUp();
	const other = await readBackupKey((await makeBackupKeys()).privateKey);
	await expect(restored(undefined, other)).rejects.toThrow(`written for the key ${keys.publicKey}`);
	const names = [...source.objects.keys()].filter((name) => /\/\d{6}$/.test(name));
	expect(names).toHaveLength(5);
	const [first = "", second = ""] = names;
	const exchange = (box: Uint8Array, from: string) => source.objects.get(from) ?? box;
	const damages: [string, (box: Uint8Array<ArrayBuffer>) => Uint8Array | null][] = [
		...names.map((name): [string, (box: Uint8Array<ArrayBuffer>) => Uint8Array] => [
			name,
			(box) => box.with(90, (box[90] ?? 0) ^ 4),
		]),
		[first, (box) => exchange(box, second)],
		[second, () => null],
	];
	for (const [name, damage] of damages) {
		const box = source.objects.get(name);
		if (!box) throw new Error("no box");
		const damaged = damage(box);
		if (damaged) source.objects.set(name, new Uint8Array(damaged));
		else source.objects.delete(name);
		await expect(restored()).rejects.toThrow(/(?:damaged|lack).*Nothing was written/);
		source.objects.set(name, box);
	}
	expect(target.batches).toBe(0);
});

test("names objects whose copy is damaged, cut or missing", async () => {
	for (const [damage, why] of [
		[() => bytesOf("onE"), "its bytes differ"],
		[() => bytesOf("on"), "its copy is missing or cut"],
		[() => null, "its copy is missing or cut"],
	] as const) {
		source = new MemorySource();
		target = new MemoryTarget();
		await backUp();
		const name = [...source.objects.keys()].find((one) => one.includes("originals/s/1!")) ?? "";
		const damaged = damage();
		if (damaged) source.objects.set(name, damaged);
		else source.objects.delete(name);
		const { lost, objects } = await restored();
		expect([objects, lost]).toEqual([
			1,
			[
				{ key: "originals/s/1", why },
				{ key: "originals/s/4", why: "it was in no backup" },
			],
		]);
		expect(target.objects.has("originals/s/1")).toBe(false);
	}
});

test("fails if something else writes to the database", async () => {
	await backUp();
	const batch = target.batch.bind(target);
	target.batch = async (statements) => {
		if (statements.some(([sql]) => sql.startsWith("SELECT count(*)")))
			target.database.exec("INSERT OR IGNORE INTO users VALUES ('stranger', 's@x')");
		return batch(statements);
	};
	await expect(restored()).rejects.toThrow("something else writes");
});
