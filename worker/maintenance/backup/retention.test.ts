import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../contract/retention.ts";
import { openBackup } from "../../test/fixtures/backup-reader.ts";
import { makeBackups, putObject } from "../../test/fixtures/backups.ts";
import { BACKUPS, begunAt, idAfter, manifestKey } from "./format.ts";
import { expiredBackups } from "./retention.ts";

let backups: Awaited<ReturnType<typeof makeBackups>>;
beforeAll(async () => {
	backups = await makeBackups();
});

describe("old backups", () => {
	it("removes old backups by the rule, and objects that no backup refers to", async () => {
		backups.clock.days += 1000;
		// More than one step deals with.
		const many = Array.from({ length: 20 }, (_, n) => `originals/old/${n}`);
		for (const key of many) await putObject(key, "old");
		const { etag } = await putObject("originals/old/f", "old");
		const copy = `objects/originals/old/f!${etag}`;
		const referring = new Set<string>();
		const backUp = async () => {
			const id = await backups.backUp(undefined, 4);
			const { objects } = await openBackup(backups.keys.privateKey, id);
			if (objects.some(({ name }) => name === copy)) referring.add(id);
		};
		const ids = async () =>
			(await env.BACKUP.list({ prefix: BACKUPS, delimiter: "/" })).delimitedPrefixes.map((prefix) =>
				prefix.slice(BACKUPS.length, -1),
			);
		await backUp();
		await env.FILES.delete(["originals/old/f", ...many]);
		let removed = 0;
		for (let night = 0; night < 16; night++) {
			await backUp();
			const kept = await ids();
			const isThere = (await env.BACKUP.head(copy)) !== null;
			expect([night, isThere]).toEqual([night, kept.some((id) => referring.has(id))]);
			if (!isThere) removed += 1;
			expect(kept.length).toBeLessThanOrEqual(11);
		}
		expect(removed).toBeGreaterThan(0);
		for (const prefix of ["gone/objects/originals/old/", "objects/originals/old/"])
			expect((await env.BACKUP.list({ prefix })).objects).toEqual([]);
	});

	it("keep their objects when these come back", async () => {
		backups.clock.days += 1000;
		const { etag } = await putObject("originals/back/f", "back");
		await backups.backUp();
		await env.FILES.delete("originals/back/f");
		await backups.backUp();
		expect(await env.BACKUP.head(`gone/objects/originals/back/f!${etag}`)).not.toBeNull();
		await putObject("originals/back/f", "back");
		for (let night = 0; night < 9; night++) {
			await backups.backUp(undefined, 4);
		}
		expect(await env.BACKUP.head(`objects/originals/back/f!${etag}`)).not.toBeNull();
		expect(await env.BACKUP.head(`gone/objects/originals/back/f!${etag}`)).toBeNull();
	});

	it("keeps the backup being made, even if a wrong clock has made later ones", async () => {
		backups.clock.days += 1000;
		for (let day = 1; day <= 9; day++)
			await env.BACKUP.put(manifestKey(idAfter("", backups.ctx().now() + day * DAY_MS)), "");
		const id = await backups.backUp(undefined, 0);
		expect((await openBackup(backups.keys.privateKey, id)).manifest.id).toBe(id);
	});

	it("leave one for each of seven days and four weeks, and none that is 28 days old", () => {
		const start = Date.UTC(2026, 0, 1, 3, 43);
		let ids: string[] = [];
		let oldest = 0;
		let now = start;
		for (let day = 0; day < 400; day++) {
			now = start + day * DAY_MS;
			ids.push(idAfter("", now));
			const gone = new Set(expiredBackups(ids, now));
			ids = ids.filter((id) => !gone.has(id));
			oldest = Math.max(oldest, now - begunAt(ids[0] ?? ""));
		}
		expect(ids.map((id) => id.slice(0, 10))).toEqual([
			"2027-01-17",
			"2027-01-24",
			"2027-01-29",
			"2027-01-30",
			"2027-01-31",
			"2027-02-01",
			"2027-02-02",
			"2027-02-03",
			"2027-02-04",
		]);
		expect(oldest).toBeLessThan(28 * DAY_MS);
		const later = idAfter("", now + 40 * DAY_MS);
		expect(expiredBackups([...ids, later], now + 40 * DAY_MS)).toEqual(ids);
		expect(expiredBackups(ids, now + 40 * DAY_MS)).toEqual(ids.slice(0, -1));
	});
});
