import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../contract/retention.ts";
import { openBackup } from "../../test/backup-reader.ts";
import { makeBackups, putObject } from "../../test/backups.ts";
import { BACKUPS, idAfter } from "./format.ts";
import { expiredBackups } from "./retention.ts";

let backups: Awaited<ReturnType<typeof makeBackups>>;
beforeAll(async () => {
	backups = await makeBackups();
});

describe("old backups", () => {
	it("are removed by the rule, and objects only when no backup refers to them any more", async () => {
		backups.clock.days += 1000;
		const { etag } = await putObject("originals/old/f", "old");
		const copy = `objects/originals/old/f!${etag}`;
		const refers = async (id: string) =>
			(await openBackup(backups.keys.privateKey, id)).objects.some(({ name }) => name === copy);
		const ids = async () =>
			(await env.BACKUP.list({ prefix: BACKUPS, delimiter: "/" })).delimitedPrefixes.map((prefix) =>
				prefix.slice(BACKUPS.length, -1),
			);
		await backups.backUp();
		await env.FILES.delete("originals/old/f");
		let removed = 0;
		for (let month = 0; month < 16; month++) {
			await backups.backUp(undefined, 31);
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
		backups.clock.days += 1000;
		const { etag } = await putObject("originals/back/f", "back");
		await backups.backUp();
		await env.FILES.delete("originals/back/f");
		await backups.backUp();
		expect(await env.BACKUP.head(`gone/objects/originals/back/f!${etag}`)).not.toBeNull();
		await putObject("originals/back/f", "back");
		for (let month = 0; month < 14; month++) {
			await backups.backUp(undefined, 31);
		}
		expect(await env.BACKUP.head(`objects/originals/back/f!${etag}`)).not.toBeNull();
		expect(await env.BACKUP.head(`gone/objects/originals/back/f!${etag}`)).toBeNull();
	});

	it("leave one for each of seven days, five weeks and twelve months", () => {
		const start = Date.UTC(2026, 0, 1, 3, 43);
		let ids: string[] = [];
		for (let day = 0; day < 800; day++) {
			ids.push(idAfter("", start + day * DAY_MS));
			const gone = new Set(expiredBackups(ids));
			ids = ids.filter((id) => !gone.has(id));
		}
		expect(ids.map((id) => id.slice(0, 10))).toEqual([
			...["2027-04-30", "2027-05-31", "2027-06-30", "2027-07-31", "2027-08-31", "2027-09-30"],
			...["2027-10-31", "2027-11-30", "2027-12-31", "2028-01-31", "2028-02-13", "2028-02-20"],
			...["2028-02-27", "2028-02-29", "2028-03-04", "2028-03-05", "2028-03-06", "2028-03-07"],
			...["2028-03-08", "2028-03-09", "2028-03-10"],
		]);
	});
});
