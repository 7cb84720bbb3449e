import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { dumpDatabase, openBackup } from "../../test/backup-reader.ts";
import { makeSale } from "../../test/sales.ts";
import { makeCreator, testCtx } from "../../test/test-app.ts";
import { BACKUPS, boxKey, idAfter, manifestKey } from "./format.ts";
import { expiredBackups } from "./retention.ts";
import { beginBackup, continueBackup } from "./run-backup.ts";
import { makeBackupKeys, readBackupKey, SealError, unseal } from "./seal.ts";
import { readState } from "./state.ts";

let keys: Awaited<ReturnType<typeof makeBackupKeys>>;
beforeAll(async () => {
	keys = await makeBackupKeys();
});
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Each backup of this file begins a day after the one before. */
let days = 0;
beforeEach(() => {
	days += 1;
});

function ctxNow(overrides: Partial<Ctx> = {}): Ctx {
	const base = testCtx();
	const config = { ...base.config, BACKUP_PUBLIC_KEY: keys.publicKey };
	return { ...base, config, now: () => Date.now() + days * DAY, ...overrides };
}
const ONE_STEP = { steps: 1, ms: MINUTE };
const phaseOf = async () => (await readState(ctxNow()))?.phase;

/** Makes a whole backup, with `between` after each step; returns its id. */
async function backUp(between: () => Promise<unknown> = async () => {}): Promise<string> {
	await beginBackup(ctxNow());
	while (await continueBackup(ctxNow(), ONE_STEP)) await between();
	return (await readState(ctxNow()))?.id ?? "";
}
const triggers = async () =>
	(await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()).results;
const put = (key: string, text: string) =>
	env.FILES.put(key, text, {
		customMetadata: { crc32: "7" },
		httpMetadata: { contentType: "a/b" },
	});

describe("a backup", () => {
	it("has every row and every object, and leaves nothing behind in the database", async () => {
		await makeSale();
		const { etag } = await put("originals/s/f", "some bytes");
		await put("packs/s/empty", "");
		const before = await dumpDatabase();
		const { manifest, dump, objects } = await openBackup(keys.privateKey, await backUp());
		expect(dump).toEqual(before);
		expect(Object.keys(before).length).toBeGreaterThan(30);
		expect(objects).toContainEqual({
			...{ key: "originals/s/f", name: `objects/originals/s/f!${etag}`, etag },
			...{ size: 10, crc32: crc32(new TextEncoder().encode("some bytes")) },
			metadata: { contentType: "a/b", custom: { crc32: "7" } },
		});
		expect(objects.find(({ key }) => key === "packs/s/empty")).toMatchObject({ size: 0, crc32: 0 });
		expect(manifest.moment).toBeGreaterThan(Date.now());
		expect(await triggers()).toEqual([]);
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
		await put("originals/once/f", "once");
		await backUp();
		const first = (await env.BACKUP.list({ prefix: "objects/" })).objects;
		days += 1;
		await backUp();
		const again = (await env.BACKUP.list({ prefix: "objects/" })).objects;
		expect(again.map(({ uploaded }) => uploaded)).toEqual(first.map(({ uploaded }) => uploaded));
	});

	it("copies a large object in parts, over several steps", async () => {
		const bytes = new Uint8Array(40 * 1024 * 1024).map((_, at) => (at * 31) >> 7);
		const { etag } = await put("originals/large/f", bytes);
		const { objects } = await openBackup(keys.privateKey, await backUp());
		const name = `objects/originals/large/f!${etag}`;
		expect(objects.find((one) => one.name === name)).toMatchObject({
			...{ size: bytes.length, crc32: crc32(bytes) },
		});
		const copy = await env.BACKUP.get(name);
		expect(crc32(new Uint8Array((await copy?.arrayBuffer()) ?? []))).toBe(crc32(bytes));
		await env.FILES.delete("originals/large/f");
	});

	it("does not begin without a bucket and a key, nor while another one runs", async () => {
		const before = await readState(ctxNow());
		await beginBackup(ctxNow({ config: { ...ctxNow().config, BACKUP_PUBLIC_KEY: "" } }));
		const { BACKUP: _, ...rest } = env;
		await beginBackup(ctxNow({ env: rest as unknown as Env }));
		expect(await readState(ctxNow())).toEqual(before);
		const id = await backUp(async () => {
			await beginBackup(ctxNow({ now: () => Date.now() + 900 * DAY }));
		});
		expect(id < "2028").toBe(true);
	});

	it("is abandoned, and notes no changes any more, when its bucket is taken away", async () => {
		await beginBackup(ctxNow());
		while ((await phaseOf()) !== "rows" || (await triggers()).length === 0)
			await continueBackup(ctxNow(), ONE_STEP);
		const { BACKUP: _, ...rest } = env;
		expect(await continueBackup(ctxNow({ env: rest as unknown as Env }))).toBe(false);
		expect([await phaseOf(), await triggers()]).toEqual(["done", []]);
	});
});

describe("what is written meanwhile", () => {
	it("is in the backup as it was at its moment", async () => {
		for (let n = 0; n < 20; n++) await makeCreator();
		let n = 0;
		let atMoment: unknown = null;
		const id = await backUp(async () => {
			if ((await phaseOf()) === "objects") atMoment ??= await dumpDatabase();
			n += 1;
			// Addresses change hands, so that unique values meet in boxes read at different times.
			await env.DB.batch([
				env.DB.prepare("UPDATE users SET email = 'x' || email WHERE rowid = ?").bind(1 + (n % 7)),
				env.DB.prepare("DELETE FROM sessions WHERE rowid = ?").bind(n % 20),
			]);
			await makeCreator({ email: `writer-${n % 3}-${n}@example.test` });
			if (n % 5 === 0) await makeSale();
		});
		const { manifest, dump } = await openBackup(keys.privateKey, id);
		expect(n).toBeGreaterThan(10);
		expect(dump).toEqual(atMoment);
		expect(manifest.changes).toBeGreaterThan(0);
	});

	it("is read in several boxes when there is much of it", async () => {
		await beginBackup(ctxNow());
		while ((await phaseOf()) !== "changes") await continueBackup(ctxNow(), ONE_STEP);
		await env.DB.prepare(
			"INSERT INTO attempts (key, count, last_at, blocked_until) SELECT 'many' || value, 1, 1, 1 FROM json_each(?)",
		)
			.bind(JSON.stringify(Array.from({ length: 1200 }, (_, n) => n)))
			.run();
		const expected = await dumpDatabase();
		while (await continueBackup(ctxNow()));
		const { manifest, dump } = await openBackup(
			keys.privateKey,
			(await readState(ctxNow()))?.id ?? "",
		);
		expect(manifest.changes).toBe(3);
		expect(dump).toEqual(expected);
	});

	it("makes it begin anew when it alters a table", async () => {
		let altered = false;
		const begun: (string | undefined)[] = [];
		const id = await backUp(async () => {
			begun.push((await readState(ctxNow()))?.id);
			if (altered || (await phaseOf()) !== "changes") return;
			altered = true;
			await env.DB.prepare("ALTER TABLE purges ADD COLUMN extra text").run();
		});
		const { dump } = await openBackup(keys.privateKey, id);
		expect(begun[0]).not.toBe(id);
		expect(dump).toEqual(await dumpDatabase());
		expect(await env.BACKUP.list({ prefix: `${BACKUPS}${begun[0]}/` })).toMatchObject({
			objects: [],
		});
		await env.DB.prepare("ALTER TABLE purges DROP COLUMN extra").run();
	});
});

/** Bindings whose n-th call is carried out, and then dies before its answer arrives. */
function dyingAt(n: number): { env: Env; calls: () => number } {
	let calls = 0;
	const count = async <T>(work: Promise<T>): Promise<T> => {
		const answer = await work;
		calls += 1;
		if (calls === n) throw new Error("died");
		return answer;
	};
	const asynchronous = new Set(["batch", "put", "head", "list", "delete", "get"]);
	const over = <T extends object>(target: T): T =>
		new Proxy(target, {
			get(object, property) {
				const value = Reflect.get(object, property);
				if (typeof value !== "function") return value;
				return (...args: unknown[]) => {
					const answer = value.apply(object, args);
					return asynchronous.has(String(property)) ? count(answer) : answer;
				};
			},
		});
	return {
		env: { ...env, BACKUP: over(env.BACKUP), DB: over(env.DB) },
		calls: () => calls,
	};
}

describe("a run that dies", () => {
	it("at any call is continued by the next, and the backup is whole", async () => {
		await put("originals/dying/f", "dying");
		await put("originals/dying/g", "dying too");
		const expected = await dumpDatabase();
		let deaths = 0;
		for (let n = 1; ; n++) {
			days += 1;
			await beginBackup(ctxNow());
			const dying = dyingAt(n);
			let died = false;
			for (let more = true; more; )
				more = await continueBackup(ctxNow(died ? {} : { env: dying.env })).catch((error) => {
					expect([died, error]).toEqual([false, new Error("died")]);
					died = true;
					return true;
				});
			const id = (await readState(ctxNow()))?.id ?? "";
			const { dump, objects } = await openBackup(keys.privateKey, id);
			expect([n, dump]).toEqual([n, expected]);
			expect(objects.filter(({ key }) => key.startsWith("originals/dying/"))).toHaveLength(2);
			expect(await triggers()).toEqual([]);
			if (!died) break;
			deaths += 1;
		}
		expect(deaths).toBeGreaterThan(20);
	});

	it("does no harm when it was not dead and goes on beside the next", async () => {
		const expected = await dumpDatabase();
		await beginBackup(ctxNow());
		while ((await phaseOf()) !== "done")
			await Promise.all([1, 2, 3].map(() => continueBackup(ctxNow(), { steps: 3, ms: MINUTE })));
		const { dump } = await openBackup(keys.privateKey, (await readState(ctxNow()))?.id ?? "");
		expect(dump).toEqual(expected);
	});
});

describe("old backups", () => {
	it("are removed by the rule, and objects only when no backup refers to them any more", async () => {
		days += 1000;
		const { etag } = await put("originals/old/f", "old");
		const copy = `objects/originals/old/f!${etag}`;
		const refers = async (id: string) =>
			(await openBackup(keys.privateKey, id)).objects.some(({ name }) => name === copy);
		const ids = async () =>
			(await env.BACKUP.list({ prefix: BACKUPS, delimiter: "/" })).delimitedPrefixes.map((prefix) =>
				prefix.slice(BACKUPS.length, -1),
			);
		await backUp();
		await env.FILES.delete("originals/old/f");
		let removed = 0;
		for (let month = 0; month < 16; month++) {
			days += 31;
			await backUp();
			const kept = await ids();
			const referring = (await Promise.all(kept.map(refers))).filter(Boolean).length;
			const isThere = (await env.BACKUP.head(copy)) !== null;
			expect([month, isThere]).toEqual([month, referring > 0]);
			if (!isThere) removed += 1;
			expect(kept.length).toBeLessThanOrEqual(13);
		}
		expect(removed).toBeGreaterThan(0);
		expect((await env.BACKUP.list({ prefix: "gone/objects/originals/old/" })).objects).toEqual([]);
	});

	it("keep their objects when these come back", async () => {
		days += 1000;
		const { etag } = await put("originals/back/f", "back");
		await backUp();
		await env.FILES.delete("originals/back/f");
		days += 1;
		await backUp();
		expect(await env.BACKUP.head(`gone/objects/originals/back/f!${etag}`)).not.toBeNull();
		await put("originals/back/f", "back");
		for (let month = 0; month < 14; month++) {
			days += 31;
			await backUp();
		}
		expect(await env.BACKUP.head(`objects/originals/back/f!${etag}`)).not.toBeNull();
		expect(await env.BACKUP.head(`gone/objects/originals/back/f!${etag}`)).toBeNull();
	});

	it("leave one for each of seven days, five weeks and twelve months", () => {
		const start = Date.UTC(2026, 0, 1, 3, 43);
		let ids: string[] = [];
		for (let day = 0; day < 800; day++) {
			ids.push(idAfter("", start + day * DAY));
			const gone = new Set(expiredBackups(ids));
			ids = ids.filter((id) => !gone.has(id));
		}
		expect(ids.map((id) => id.slice(0, 10))).toEqual([
			...["2027-04-30", "2027-05-31", "2027-06-30", "2027-07-31", "2027-08-31", "2027-09-30"],
			...["2027-10-31", "2027-11-30", "2027-12-31", "2028-01-31", "2028-02-13", "2028-02-20"],
			...["2028-02-27", "2028-02-29", "2028-03-05", "2028-03-06", "2028-03-07", "2028-03-08"],
			...["2028-03-09", "2028-03-10", "2028-03-11"],
		]);
	});
});

describe("a box", () => {
	const boxOf = async (name: string) =>
		new Uint8Array((await (await env.BACKUP.get(name))?.arrayBuffer()) ?? new ArrayBuffer());

	it("opens with the operator's key only, under its own name, and undamaged", async () => {
		const id = await backUp();
		const key = await readBackupKey(keys.privateKey);
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
