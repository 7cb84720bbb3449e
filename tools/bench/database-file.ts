import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The local runtime's database file, below its state folder. */
export function databaseIn(state: string): string {
	const folder = join(state, "v3", "d1", "miniflare-D1DatabaseObject");
	const name = readdirSync(folder).find((one) => /^[0-9a-f]{64}\.sqlite$/.test(one));
	if (!name) throw new Error(`no database in ${folder}`);
	return join(folder, name);
}
