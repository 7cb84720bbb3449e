import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MIB } from "../../../worker/contract/constants.ts";
import { makeBackupKeys, readBackupKey } from "../../../worker/maintenance/backup/seal.ts";
import { crc32 } from "../../../worker/platform/storage/crc32.ts";
import { applyMigrations } from "../../local/migrations.ts";
import { makeBackup } from "./make-backup.ts";
import { placeOf } from "./places.ts";
import { restore } from "./restore.ts";
import type { Bytes, Stores } from "./stores.ts";
import { withStores } from "./with-stores.ts";

/** Three runtimes are started. */
const TIMEOUT_MS = 300_000;
const PART = 8 * MIB;
const folder = mkdtempSync(join(tmpdir(), "restore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

async function* pieces(sizes: readonly number[]): AsyncIterable<Bytes> {
	for (const [at, size] of sizes.entries()) yield new Uint8Array(size).fill(at + 1);
}

async function contentsOf(stores: Stores) {
	const objects = [];
	for await (const { key, etag } of stores.listObjects("")) {
		const response = await stores.call("GET", "/object", { bucket: "files", key });
		const bytes = new Uint8Array((await response?.arrayBuffer()) ?? []);
		objects.push({ key, etag, size: bytes.length, crc32: crc32(bytes) });
	}
	const rows = await stores.batch([
		["SELECT rowid, * FROM users ORDER BY rowid"],
		[
			"SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name",
		],
	]);
	return { objects, rows };
}

test(
	"restores an installation's rows, schema and objects into an empty folder, and into no other",
	async () => {
		const keys = await makeBackupKeys();
		const key = await readBackupKey(keys.privateKey);
		const place = (name: string) => placeOf(join(folder, name), keys.publicKey);
		await applyMigrations(join(folder, "original"));
		await withStores(place("original"), async (from) => {
			await from.batch(
				["Zoë 💶", "Line\nbreak"].map((name, at) => [
					"INSERT INTO users (id, email, password_hash, first_name, created_at) VALUES (?1, ?1 || '@example.test', '', ?2, 1)",
					`u${at}`,
					name,
				]),
			);
			const metadata = { contentType: "a/b", custom: { crc32: "1" } };
			await from.put("originals/s/small", pieces([200]), { isMultipart: false, metadata });
			await from.put("originals/s/film", pieces([PART, PART, 123]), {
				isMultipart: true,
				metadata,
			});
			await makeBackup(from);
			const original = await contentsOf(from);
			expect(original.objects).toHaveLength(2);
			const restored = (to: Stores) => restore({ from, to }, key, Date.now(), () => {});
			await expect(restored(from)).rejects.toThrow("not empty");
			await withStores(place("restored"), async (to) => {
				expect(await restored(to)).toMatchObject({ objects: 2, bytes: 2 * PART + 323, lost: [] });
				expect(await contentsOf(to)).toEqual(original);
			});
		});
	},
	TIMEOUT_MS,
);
