import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ROOT } from "../local/processes.ts";
import { divideVars } from "../local/vars.ts";
import { backupBucket } from "./bucket.ts";
import type { RawConfig, Run } from "./context.ts";

export type Release = {
	config: RawConfig;
	secrets: Record<string, string>;
	/** equal for equal sources, configuration and secrets */
	tag: string;
};

export async function makeRelease(
	run: Run,
	{ build: _, ...raw }: RawConfig,
	input: { databaseId: string; isDev: boolean },
): Promise<Release> {
	const { secrets, plain } = divideVars(run.state.known.vars);
	const buckets: Record<string, string | undefined> = {
		FILES: run.state.known.bucket ?? `${run.name}-files`,
		// Backups need a key.
		BACKUP: plain.BACKUP_PUBLIC_KEY ? backupBucket(run.name) : undefined,
	};
	const config: RawConfig = {
		...raw,
		name: run.name,
		workers_dev: input.isDev,
		// Else each upload has an address.
		preview_urls: false,
		vars: { ...raw.vars, ...plain },
		d1_databases: (raw.d1_databases ?? []).map((one) => ({
			...one,
			...(one.binding === "DB" && { database_name: run.name, database_id: input.databaseId }),
		})),
		r2_buckets: (raw.r2_buckets ?? []).flatMap((one) => {
			const bucket = buckets[one.binding];
			return bucket ? [{ ...one, bucket_name: bucket }] : [];
		}),
		// Limits are counted by number across the account.
		ratelimits: (raw.ratelimits ?? []).map((one) => ({
			...one,
			namespace_id: namespaceFor(run, one.namespace_id),
		})),
		// Accounts without Analytics Engine refuse datasets.
		analytics_engine_datasets: run.state.known.hasMetrics
			? (raw.analytics_engine_datasets ?? []).map((one) => ({
					...one,
					dataset: run.name.replaceAll("-", "_"),
				}))
			: [],
	};
	const tag = createHash("sha256")
		.update(run.around.sourceHash())
		.update(JSON.stringify([config, Object.entries(secrets).sort()]))
		.digest("hex")
		.slice(0, 20);
	return { config, secrets, tag };
}

function namespaceFor(run: Run, id: string): string {
	if (run.options.environment === "production") return id;
	const hash = createHash("sha256").update(`${run.name} ${id}`).digest();
	return String(100_000 + (hash.readUInt32BE() % 900_000));
}

/** Readable by this user only. Returns the paths for Wrangler. */
export function writeRelease(run: Run, release: Release) {
	const folder = join(run.around.workFolder, run.options.environment);
	mkdirSync(folder, { recursive: true });
	const { config } = release;
	// Paths are relative to the file.
	const placed = {
		...config,
		main: resolve(ROOT, config.main),
		...(config.assets && {
			assets: { ...config.assets, directory: resolve(ROOT, config.assets.directory ?? "dist") },
		}),
		d1_databases: config.d1_databases?.map((one) => ({
			...one,
			migrations_dir: run.around.migrationsFolder,
		})),
	};
	const configFile = join(folder, "wrangler.json");
	const secretsFile = join(folder, "secrets.json");
	writeFileSync(configFile, JSON.stringify(placed, null, "\t"), { mode: 0o600 });
	writeFileSync(secretsFile, JSON.stringify(release.secrets), { mode: 0o600 });
	return { configFile, secretsFile };
}
