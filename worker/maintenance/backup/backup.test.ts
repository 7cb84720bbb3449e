import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { MIB } from "../../contract/constants.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { dumpDatabase, openBackup } from "../../test/fixtures/backup-reader.ts";
import { makeBackups, putObject, triggersNow } from "../../test/fixtures/backups.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { makeCreator } from "../../test/fixtures/test-app.ts";
import { BACKUPS, boxKey, manifestKey } from "./format.ts";
import { beginBackup, continueBackup } from "./run-backup.ts";
import { makeBackupKeys, readBackupKey, SealError, unseal } from "./seal.ts";

let backups: Awaited<ReturnType<typeof makeBackups>>;
beforeAll(async () => {
	backups = await makeBackups();
});

describe("a backup", () => {
	it("copies every row and object, and leaves nothing behind in the database", async () => {
		await makeSale();
		const { etag } = await putObject("originals/s/f", "some bytes");
		await putObject("packs/s/empty", "");
		const before = await dumpDatabase();
		const { manifest, dump, objects } = await openBackup(
			backups.keys.privateKey,
			await backups.backUp(),
		);
		expect(dump).toEqual(before);
		expect(Object.keys(before).length).toBeGreaterThan(30);
		expect(objects).toContainEqual({
			key: "originals/s/f",
			name: `objects/originals/s/f!${etag}`,
			etag,
			size: 10,
			crc32: crc32(new TextEncoder().encode("some bytes")),
			metadata: { contentType: "a/b", custom: { crc32: "7" } },
		});
		expect(objects.find(({ key }) => key === "packs/s/empty")).toMatchObject({ size: 0, crc32: 0 });
		expect(manifest.moment).toBeGreaterThan(Date.now());
		expect(await triggersNow()).toEqual([]);
		expect(await env.DB.prepare("SELECT count(*) AS n FROM backup_changes").first("n")).toBe(0);
	});

	it("holds text and whole numbers only, which JSON keeps as they are", async () => {
		const { results } = await env.DB.prepare(
			"SELECT m.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\' AND m.name <> 'd1_migrations'",
		).all<{ type: string }>();
		expect(new Set(results.map(({ type }) => type.toLowerCase()))).toEqual(
			new Set(["text", "integer"]),
		);
	});

	it("copies an object once", async () => {
		await putObject("originals/once/f", "once");
		await backups.backUp();
		const first = (await env.BACKUP.list({ prefix: "objects/" })).objects;
		await backups.backUp();
		const again = (await env.BACKUP.list({ prefix: "objects/" })).objects;
		expect(again.map(({ uploaded }) => uploaded)).toEqual(first.map(({ uploaded }) => uploaded));
	});

	it("copies a large object in parts, over several steps", async () => {
		const bytes = new Uint8Array(40 * MIB);
		for (let at = 0; at < bytes.length; at += MIB) bytes.fill(at / MIB, at, at + MIB);
		const { etag } = await putObject("originals/large/f", bytes);
		const { objects } = await openBackup(backups.keys.privateKey, await backups.backUp());
		const name = `objects/originals/large/f!${etag}`;
		expect(objects.find((one) => one.name === name)).toMatchObject({
			size: bytes.length,
			crc32: crc32(bytes),
		});
		const copy = await env.BACKUP.get(name);
		expect(crc32(new Uint8Array((await copy?.arrayBuffer()) ?? []))).toBe(crc32(bytes));
		await env.FILES.delete("originals/large/f");
	});

	it("begins only with a bucket and a key, and while no other one runs", async () => {
		const before = await backups.state();
		await beginBackup(backups.ctx({ config: { ...backups.ctx().config, BACKUP_PUBLIC_KEY: "" } }));
		const { BACKUP: _, ...rest } = env;
		await beginBackup(backups.ctx({ env: rest as unknown as Env }));
		expect(await backups.state()).toEqual(before);
		const id = await backups.backUp(async () => {
			await beginBackup(backups.ctx({ now: () => Date.now() + 900 * DAY_MS }));
		});
		expect(id < "2028").toBe(true);
	});

	it("abandons a backup whose bucket is taken away", async () => {
		await beginBackup(backups.ctx());
		while ((await backups.state()).phase !== "rows" || (await triggersNow()).length === 0)
			await backups.step();
		const { BACKUP: _, ...rest } = env;
		expect(await continueBackup(backups.ctx({ env: rest as unknown as Env }))).toBe(false);
		expect([(await backups.state()).phase, await triggersNow()]).toEqual(["done", []]);
	});
});

describe("what is written meanwhile", () => {
	it("captures concurrent writes as of the backup's moment", async () => {
		for (let n = 0; n < 20; n++) await makeCreator();
		let n = 0;
		let atMoment: unknown = null;
		const id = await backups.backUp(async () => {
			if ((await backups.state()).phase === "objects") atMoment ??= await dumpDatabase();
			n += 1;
			// An address changes owners, so that unique values meet in boxes read at different times.
			await env.DB.batch([
				env.DB.prepare("UPDATE users SET email = ? WHERE email = 'wanted@example.test'").bind(
					`left-${n}@example.test`,
				),
				env.DB.prepare("DELETE FROM sessions WHERE rowid = ?").bind(n % 20),
			]);
			await makeCreator({ email: "wanted@example.test" });
			if (n % 5 === 0) await makeSale();
		});
		const { manifest, dump } = await openBackup(backups.keys.privateKey, id);
		expect(n).toBeGreaterThan(10);
		expect(dump).toEqual(atMoment);
		expect(manifest.changes).toBeGreaterThan(0);
	});

	it("splits many changes into several boxes", async () => {
		await beginBackup(backups.ctx());
		while ((await backups.state()).phase !== "changes") await backups.step();
		await env.DB.prepare(
			"INSERT INTO attempts (key, count, last_at, blocked_until) SELECT 'many' || value, 1, 1, 1 FROM json_each(?)",
		)
			.bind(JSON.stringify(Array.from({ length: 2200 }, (_, n) => n)))
			.run();
		const expected = await dumpDatabase();
		while (await continueBackup(backups.ctx()));
		const { manifest, dump } = await openBackup(
			backups.keys.privateKey,
			(await backups.state()).id,
		);
		expect(manifest.changes).toBe(3);
		expect(dump).toEqual(expected);
	});

	it("makes it start again when it alters a table", async () => {
		let altered = false;
		const begun: (string | undefined)[] = [];
		const id = await backups.backUp(async () => {
			begun.push((await backups.state()).id);
			if (altered || (await backups.state()).phase !== "changes") return;
			altered = true;
			await env.DB.prepare("ALTER TABLE queue ADD COLUMN extra text").run();
		});
		const { dump } = await openBackup(backups.keys.privateKey, id);
		expect(begun[0]).not.toBe(id);
		expect(dump).toEqual(await dumpDatabase());
		expect(await env.BACKUP.list({ prefix: `${BACKUPS}${begun[0]}/` })).toMatchObject({
			objects: [],
		});
		await env.DB.prepare("ALTER TABLE queue DROP COLUMN extra").run();
	});
});

describe("a box", () => {
	const boxOf = async (name: string) =>
		new Uint8Array((await (await env.BACKUP.get(name))?.arrayBuffer()) ?? new ArrayBuffer());

	// G109
	it("opens with the operator's key only, under its own name, and undamaged", async () => {
		const id = await backups.backUp();
		const key = await readBackupKey(backups.keys.privateKey);
		const other = await readBackupKey((await makeBackupKeys()).privateKey);
		const name = manifestKey(id);
		const box = await boxOf(name);
		const reason = (work: Promise<unknown>) =>
			work.then(
				() => "opened",
				(error) => (error instanceof SealError ? error.reason : error),
			);
		expect(await reason(unseal(key, name, box))).toBe("opened");
		expect(await reason(unseal(other, name, box))).toBe("wrong_key");
		expect(await reason(unseal(key, boxKey(id, 1), box))).toBe("damaged");
		expect(await reason(unseal(key, name, box.slice(0, -1)))).toBe("damaged");
		expect(await reason(unseal(key, name, box.slice(0, 20)))).toBe("damaged");
		expect(await reason(readBackupKey("something"))).toBe("not_a_key");
		for (let at = 0; at < box.length; at += 7) {
			const damaged = box.with(at, (box[at] ?? 0) ^ 1);
			expect([at, await reason(unseal(key, name, damaged))]).not.toEqual([at, "opened"]);
		}
	});
});
