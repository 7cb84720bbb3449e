import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBackupKeys, readBackupKey } from "../../worker/maintenance/backup/seal.ts";
import { residentMemory } from "../bench/worker-process.ts";
import { PlainError, run } from "../local/processes.ts";
import { makeBackup } from "../operations/backup/make-backup.ts";
import { placeOf } from "../operations/backup/places.ts";
import { restore } from "../operations/backup/restore.ts";
import type { Statement, Stores } from "../operations/backup/stores.ts";
import { withStores } from "../operations/backup/with-stores.ts";
import { differingRows, fillRows, objectSums, openDatabase, storeObjects } from "./restore-data.ts";

const OBJECTS = 200;
const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(1);

function writes(n: number): Statement[] {
	return [
		["UPDATE users SET email = ? WHERE email = 'wanted@example.test'", `left${n}@example.test`],
		[
			"INSERT INTO users (id, email, password_hash, created_at) VALUES (?, 'wanted@example.test', '', 1)",
			`new${n}`,
		],
		["UPDATE shares SET title = ? WHERE rowid % 997 = ?", `Renamed ${n}`, n % 997],
		["DELETE FROM share_views WHERE rowid % 9973 = ?", n],
	];
}

async function lose(state: string, stores: Stores): Promise<{ rows: number; objects: number }> {
	const before = openDatabase(state);
	before.exec("PRAGMA foreign_keys = off");
	let rows = 0;
	for (const table of ["users", "shares", "files", "purchases", "ledger", "share_views"])
		rows += Number(
			before.prepare(`DELETE FROM ${table} WHERE abs(random()) % 10 = 0`).run().changes,
		);
	before.close();
	let objects = 0;
	for await (const { key } of stores.listObjects(""))
		if (Math.random() < 0.2) {
			await stores.remove(key);
			objects += 1;
		}
	return { rows, objects };
}

/**
 * Backs up an installation of about `count` rows while it is written to, loses rows and objects of a copy at random,
 * restores and compares. False if anything differs.
 */
export async function restoreRounds(count: number): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), "restore-"));
	const keys = await makeBackupKeys();
	const key = await readBackupKey(keys.privateKey);
	const place = (name: string) => placeOf(join(folder, name), keys.publicKey);
	let memory = 0;
	const watchMemory = () => {
		memory = Math.max(memory, residentMemory(process.pid) ?? 0);
	};
	const timer = setInterval(watchMemory, 1000);
	try {
		await run("wrangler", [
			"d1",
			"migrations",
			"apply",
			"DB",
			"--local",
			"--persist-to",
			join(folder, "original"),
		]);
		fillRows(join(folder, "original"), count);
		const sums = await withStores(place("original"), async (stores) => {
			await storeObjects(stores, OBJECTS);
			const begun = Date.now();
			let n = 0;
			const state = await makeBackup(
				stores,
				async ({ phase }) => {
					if (phase === "copy" || phase === "rows") await stores.batch(writes(n++));
				},
				5,
			);
			const rows = state.tables.reduce((sum, table) => sum + table.rows, 0);
			console.log(
				`backup: ${rows} rows, ${state.copied} objects in ${seconds(begun)} s, ${state.changes} boxes of changes by ${n} rounds of writes meanwhile; the processes took up to ${Math.round(memory / 1e6)} MB`,
			);
			return objectSums(stores);
		});

		cpSync(join(folder, "original"), join(folder, "damaged"), { recursive: true });
		let isRefused = false;
		await withStores(place("damaged"), async (stores) => {
			const lost = await lose(join(folder, "damaged"), stores);
			console.log(`lost: ${lost.rows} rows, ${lost.objects} objects`);
			await restore({ from: stores, to: stores }, key, Date.now(), () => {}).catch((error) => {
				isRefused = error instanceof PlainError && /not empty/.test(error.message);
			});
		});
		const broken = differingRows(join(folder, "original"), join(folder, "damaged"));
		console.log(
			`differing rows before: ${broken}; into what is left of it: ${isRefused ? "refused" : "RESTORED"}`,
		);

		memory = 0;
		const begun = Date.now();
		const restored = await withStores(place("original"), (from) =>
			withStores(place("restored"), async (to) => {
				const found = await restore({ from, to }, key, Date.now(), (line) => console.log(line));
				console.log(
					`restore: ${found.rows} rows, ${found.objects} objects (${(found.bytes / 1e6).toFixed(0)} MB) in ${seconds(begun)} s, ${found.lost.length} lost; up to ${Math.round(memory / 1e6)} MB`,
				);
				return objectSums(to);
			}),
		);
		const rows = differingRows(join(folder, "original"), join(folder, "restored"));
		const keysOfBoth = new Set([...sums.keys(), ...restored.keys()]);
		const objects = [...keysOfBoth].filter((name) => sums.get(name) !== restored.get(name)).length;
		console.log(`rows differing: ${rows}; objects differing: ${objects}`);
		return isRefused && broken > 0 && rows === 0 && objects === 0;
	} finally {
		clearInterval(timer);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
