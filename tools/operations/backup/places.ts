import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { backupBucket } from "../../deploy/bucket.ts";
import { StateFile } from "../../deploy/state-file.ts";
import { PlainError, ROOT } from "../../local/processes.ts";

export type Place = {
	name: string;
	/** null for a remote one */
	folder: string | null;
	config: object;
	publicKey: string;
};

const BINDINGS = { DB: "DB", FILES: "FILES", BACKUP: "BACKUP" } as const;

function bindings(
	names: { database: string; files: string; backup: string },
	more: { database?: object; bucket?: object } = {},
): object {
	return {
		d1_databases: [{ binding: BINDINGS.DB, database_name: names.database, ...more.database }],
		r2_buckets: [
			{ binding: BINDINGS.FILES, bucket_name: names.files, ...more.bucket },
			{ binding: BINDINGS.BACKUP, bucket_name: names.backup, ...more.bucket },
		],
	};
}

/** Finds an environment of `.deploy.json`, reached through remote bindings, or a state folder. */
export function placeOf(
	word: string,
	localKey: string,
	stateFile = process.env.DEPLOY_STATE || join(ROOT, ".deploy.json"),
): Place {
	if (/^[a-z][a-z0-9-]{0,19}$/.test(word) && !existsSync(word)) {
		const { known } = new StateFile(stateFile, word, true);
		const { accountId, databaseId, bucket, name } = known;
		if (!accountId || !databaseId || !bucket || !name)
			throw new PlainError(
				`There is no folder ${word}, and no installation of that name in .deploy.json: run npm run deploy first.`,
			);
		const config = bindings(
			{ database: name, files: bucket, backup: backupBucket(name) },
			{ database: { database_id: databaseId, remote: true }, bucket: { remote: true } },
		);
		const publicKey = known.vars.BACKUP_PUBLIC_KEY ?? "";
		return { name: word, folder: null, config: { account_id: accountId, ...config }, publicKey };
	}
	const names = { database: "tillbox", files: "tillbox-files", backup: "tillbox-backup" };
	return { name: word, folder: resolve(word), config: bindings(names), publicKey: localKey };
}
