import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { placeOf } from "./places.ts";

const folder = mkdtempSync(join(tmpdir(), "places-"));
const stateFile = join(folder, "deploy.json");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a name is an installation of .deploy.json, reached by remote bindings of its own account", () => {
	const known = {
		accountId: "account",
		name: "shop",
		databaseId: "database",
		bucket: "shop-files",
		vars: { BACKUP_PUBLIC_KEY: "public" },
		claims: [],
	};
	writeFileSync(stateFile, JSON.stringify({ production: known }));
	expect(placeOf("production", "local", stateFile)).toEqual({
		name: "production",
		folder: null,
		publicKey: "public",
		config: {
			account_id: "account",
			d1_databases: [
				{ binding: "DB", database_name: "shop", database_id: "database", remote: true },
			],
			r2_buckets: [
				{ binding: "FILES", bucket_name: "shop-files", remote: true },
				{ binding: "BACKUP", bucket_name: "shop-backup", remote: true },
			],
		},
	});
	expect(() => placeOf("staging", "local", stateFile)).toThrow("no installation of that name");
});

test("anything else is a folder of this machine, and never leaves it", () => {
	const place = placeOf(folder, "local", stateFile);
	expect(place).toMatchObject({ folder, publicKey: "local" });
	expect(JSON.stringify(place.config)).not.toContain("remote");
});
