/**
 * Makes a backup of an installation into its second bucket, as the nightly cron does.
 *
 *   npm run backup -- --make-key FILE     makes the operator's key: FILE is the private part
 *   npm run backup                        this machine's (STATE_DIR chooses it); npm start must not run
 *   npm run backup -- production          one that `npm run deploy` made
 */

import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { makeBackupKeys } from "../../../worker/maintenance/backup/seal.ts";
import { helpIfAsked } from "../../local/help.ts";
import { PlainError, reportAndExit, requireFreePort } from "../../local/processes.ts";
import { place as local } from "../../local/stack.ts";
import { localVars } from "../../local/vars.ts";
import { makeBackup } from "./make-backup.ts";
import { placeOf } from "./places.ts";
import { withStores } from "./with-stores.ts";

helpIfAsked(import.meta.url);

async function makeKey(file: string): Promise<void> {
	if (existsSync(file)) throw new PlainError(`${file} exists already.`);
	const { publicKey, privateKey } = await makeBackupKeys();
	writeFileSync(file, `${privateKey}\n`, { mode: 0o600 });
	console.log(
		`The private key is in ${file}. Keep copies of it away from the platform: without it no backup can be read.\nSet the public one: BACKUP_PUBLIC_KEY=${publicKey} npm run deploy (on this machine: a line in .dev.vars).`,
	);
}

try {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { "make-key": { type: "string" } },
	});
	const file = values["make-key"];
	if (typeof file === "string") await makeKey(file);
	else {
		const localKey = process.env.BACKUP_PUBLIC_KEY || localVars().BACKUP_PUBLIC_KEY || "";
		const place = placeOf(positionals[0] ?? local.state, localKey);
		if (place.publicKey === "")
			throw new PlainError(
				"There is no BACKUP_PUBLIC_KEY yet: make a key first, npm run backup -- --make-key FILE",
			);
		if (place.folder !== null && !existsSync(place.folder))
			throw new PlainError(`There is no installation in ${place.folder}.`);
		if (place.folder !== null) await requireFreePort(local.port, "the Worker", "PORT");
		const state = await withStores(place, (stores) => makeBackup(stores));
		const rows = state.tables.reduce((sum, table) => sum + table.rows, 0);
		console.log(
			`Backup of ${new Date(state.moment).toISOString()}: ${rows} rows; ${state.copied} objects were new and are copied.`,
		);
	}
} catch (error) {
	reportAndExit(error);
}
