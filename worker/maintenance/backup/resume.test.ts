import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { MIB } from "../../contract/constants.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { dbOf } from "../../platform/storage/db.ts";
import { dumpDatabase, openBackup } from "../../test/fixtures/backup-reader.ts";
import { makeBackups, putObject, triggersNow } from "../../test/fixtures/backups.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { beginBackup, continueBackup } from "./run-backup.ts";

let backups: Awaited<ReturnType<typeof makeBackups>>;
beforeAll(async () => {
	backups = await makeBackups();
});

const DIED = new Error("died");
const CALLS = new Set([
	"batch",
	"run",
	"all",
	"raw",
	"first",
	"get",
	"head",
	"list",
	"put",
	"delete",
	"createMultipartUpload",
	"uploadPart",
	"complete",
]);

/** A context whose n-th call is carried out but dies before its answer arrives; later ones are not made. */
function dyingAt(n: number) {
	let calls = 0;
	const made: Promise<unknown>[] = [];
	const call = async (make: () => Promise<unknown>): Promise<unknown> => {
		calls += 1;
		if (calls > n) throw DIED;
		const isLast = calls === n;
		const answer = make();
		made.push(answer);
		await answer;
		if (isLast) throw DIED;
		return answer;
	};
	const over = <T>(target: T): T => {
		if (typeof target !== "object" || target === null) return target;
		return new Proxy(target, {
			get(object, name) {
				const value: unknown = Reflect.get(object, name);
				if (typeof value !== "function") return value;
				return (...args: unknown[]) => {
					const make = () => Reflect.apply(value, object, args);
					if (!CALLS.has(String(name))) return over(make());
					return name === "createMultipartUpload" ? call(make).then(over) : call(make);
				};
			},
		});
	};
	const [DB, BACKUP, files] = [over(env.DB), over(env.BACKUP), over(env.FILES)];
	return {
		ctx: backups.ctx({ env: { ...env, DB, BACKUP }, db: dbOf(DB), files }),
		ended: () => Promise.allSettled(made),
	};
}

describe("a run that dies", () => {
	it("continues a run that died at any call", async () => {
		await putObject("originals/dying/f", "dying");
		await putObject("originals/dying/large", new Uint8Array(16 * MIB + 1));
		await makeSale();
		await backups.backUp();
		await env.FILES.delete("originals/dying/f");
		await putObject("originals/dying/g", "new");
		await putObject("originals/dying/large", new Uint8Array(16 * MIB + 2));
		const expected = await dumpDatabase();
		backups.clock.days += 30;
		await beginBackup(backups.ctx());
		// Every step dies at its first call, then at its second, and so on until it is done.
		let deaths = 0;
		let n = 0;
		for (let more = true; more; ) {
			const before = await backups.state();
			const dying = dyingAt(++n);
			more = await continueBackup(dying.ctx, { steps: 1, ms: DAY_MS }).catch((error) => {
				expect([error, error.cause]).toContain(DIED);
				deaths += 1;
				return true;
			});
			await dying.ended();
			if (JSON.stringify(await backups.state()) !== JSON.stringify(before)) n = 0;
			expect(n).toBeLessThan(100);
		}
		const id = (await backups.state()).id;
		const { dump, objects } = await openBackup(backups.keys.privateKey, id);
		expect(dump).toEqual(expected);
		const sizes = Object.fromEntries(
			objects
				.filter(({ key }) => key.startsWith("originals/dying/"))
				.map(({ key, size }) => [key.slice("originals/dying/".length), size]),
		);
		// Includes the one that vanished since the previous backup: rows of a moment ago may refer to it.
		expect(sizes).toEqual({ f: 5, g: 3, large: 16 * MIB + 2 });
		expect(await triggersNow()).toEqual([]);
		expect(deaths).toBeGreaterThan(100);
	});

	it("survives a run that continues next to its successor", async () => {
		const expected = await dumpDatabase();
		backups.clock.days += 1;
		await beginBackup(backups.ctx());
		while ((await backups.state()).phase !== "done")
			await Promise.all(
				[1, 2, 3].map(() => continueBackup(backups.ctx(), { steps: 3, ms: DAY_MS })),
			);
		const { dump } = await openBackup(backups.keys.privateKey, (await backups.state()).id);
		expect(dump).toEqual(expected);
	});
});
