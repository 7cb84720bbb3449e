import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../contract/retention.ts";
import { dumpDatabase, openBackup } from "../../test/backup-reader.ts";
import { makeBackups, putObject, triggersNow } from "../../test/backups.ts";
import { makeSale } from "../../test/sales.ts";
import { beginBackup, continueBackup } from "./run-backup.ts";

let backups: Awaited<ReturnType<typeof makeBackups>>;
beforeAll(async () => {
	backups = await makeBackups();
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

/** Every one of the first calls, then a sample: a backup is made for each, and tables are all alike. */
const nextCall = (n: number) => (n < 12 ? n + 1 : n + 3);

describe("a run that dies", () => {
	it("at a call is continued by the next, and the backup is whole", async () => {
		await putObject("originals/dying/f", "dying");
		await putObject("originals/dying/g", "dying too");
		await makeSale();
		const expected = await dumpDatabase();
		let deaths = 0;
		for (let n = 1; ; n = nextCall(n)) {
			backups.clock.days += 1;
			await beginBackup(backups.ctx());
			const dying = dyingAt(n);
			let died = false;
			for (let more = true; more; )
				more = await continueBackup(backups.ctx(died ? {} : { env: dying.env })).catch((error) => {
					expect([died, error]).toEqual([false, new Error("died")]);
					died = true;
					return true;
				});
			const id = (await backups.state()).id;
			const { dump, objects } = await openBackup(backups.keys.privateKey, id);
			expect([n, dump]).toEqual([n, expected]);
			expect(objects.filter(({ key }) => key.startsWith("originals/dying/"))).toHaveLength(2);
			expect(await triggersNow()).toEqual([]);
			if (!died) break;
			deaths += 1;
		}
		expect(deaths).toBeGreaterThan(14);
	});

	it("does no harm when it was not dead and goes on beside the next", async () => {
		const expected = await dumpDatabase();
		await beginBackup(backups.ctx());
		while ((await backups.state()).phase !== "done")
			await Promise.all(
				[1, 2, 3].map(() => continueBackup(backups.ctx(), { steps: 3, ms: DAY_MS })),
			);
		const { dump } = await openBackup(backups.keys.privateKey, (await backups.state()).id);
		expect(dump).toEqual(expected);
	});
});
