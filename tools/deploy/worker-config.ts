import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ROOT } from "../local/processes.ts";
import { divideVars } from "../local/vars.ts";
import { backupBucket } from "./bucket.ts";
import type { RawConfig, Run } from "./context.ts";

/** What is uploaded: the configuration, variables and secrets, and a tag that names all of it. */
export type Release = {
	config: RawConfig;
	secrets: Record<string, string>;
	/** the same for the same sources, configuration and secrets */
	tag: string;
};

/** Builds wrangler.toml's content for this installation: its names, ids, address and variables. */
export async function makeRelease(
	run: Run,
	{ build: _, ...raw }: RawConfig,
	input: { databaseId: string; isDev: boolean },
): Promise<Release> {
	const { secrets, plain } = divideVars(run.state.known.vars);
	const buckets: Record<string, string | undefined> = {
		FILES: run.state.known.bucket ?? `${run.name}-files`,
		// Without a key there are no backups, and no bucket for them.
		BACKUP: plain.BACKUP_PUBLIC_KEY ? backupBucket(run.name) : undefined,
	};
	const config: RawConfig = {
		...raw,
		name: run.name,
		workers_dev: input.isDev,
		// Each upload would have an address of its own otherwise.
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
		// Limits are counted by the account's number, so each installation needs its own.
		ratelimits: (raw.ratelimits ?? []).map((one) => ({
			...one,
			namespace_id: namespaceFor(run, one.namespace_id),
		})),
		// An account that has not enabled Analytics Engine refuses a Worker with a dataset.
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

/** Writes configuration and secrets where only this user can read them; Wrangler takes the paths. */
export function writeRelease(run: Run, release: Release) {
	const folder = join(run.around.workFolder, run.options.environment);
	mkdirSync(folder, { recursive: true });
	const { config } = release;
	// Its paths count from the file's folder.
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
