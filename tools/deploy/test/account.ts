import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

export const ALL_RIGHTS = [
	"accounts",
	"billing",
	"d1",
	"domains",
	"email",
	"r2",
	"workers",
	"zones",
] as const;
export type Right = (typeof ALL_RIGHTS)[number];

export type Binding = { type: string; name: string; text?: string } & Record<string, unknown>;
export type Version = {
	id: string;
	bindings: Binding[];
	annotations: Record<string, string>;
	files: string[];
};
export type Script = {
	versions: Version[];
	deployments: { id: string; versions: { version_id: string; percentage: number }[] }[];
	subdomain: { enabled: boolean; previews_enabled: boolean };
	schedules: { cron: string }[];
	migrationTag: string | undefined;
};
export type Database = {
	uuid: string;
	name: string;
	primary_location_hint: string | undefined;
	read_replication: { mode: string };
	sqlite: DatabaseSync;
};
export type Bucket = { name: string; location: string | undefined; rules: object[] };
export type Domain = {
	id: string;
	hostname: string;
	service: string;
	zone_id: string;
};

/** The platform's, for every new bucket. */
const DEFAULT_RULE = {
	id: "Default Multipart Abort Rule",
	enabled: true,
	conditions: { prefix: "" },
	abortMultipartUploadsTransition: { condition: { type: "Age", maxAge: 604_800 } },
};

export class StandInAccount {
	readonly id = "0123456789abcdef0123456789abcdef";
	readonly tokens = new Map<string, Set<Right>>([["token", new Set(ALL_RIGHTS)]]);
	accounts = [{ id: this.id, name: "Ann's account" }];
	databases: Database[] = [];
	buckets: Bucket[] = [];
	scripts = new Map<string, Script>();
	domains: Domain[] = [];
	zones = [{ id: "zone1", name: "example.com", status: "active" }];
	/** names with DNS records of their own */
	records: string[] = [];
	subdomain: string | null = null;
	takenSubdomains = new Set<string>();
	isR2On = true;
	hasDefaultRule = true;
	subscriptions: { state: string; rate_plan: { id: string; public_name: string } }[] = [];
	sendingDomains: { name: string; enabled: boolean; tag: string }[] = [];
	/** status of `/api/health` by version */
	health: (version: string) => number = () => 200;

	addDatabase(name: string, hint?: string): Database {
		const database: Database = {
			uuid: randomUUID(),
			name,
			primary_location_hint: hint,
			read_replication: { mode: "disabled" },
			sqlite: new DatabaseSync(":memory:"),
		};
		this.databases.push(database);
		return database;
	}

	addBucket(name: string, location?: string): Bucket {
		const rules = this.hasDefaultRule ? [DEFAULT_RULE] : [];
		const bucket: Bucket = { name, location, rules };
		this.buckets.push(bucket);
		return bucket;
	}

	/** Omits everything that differs between runs. */
	summary(): object {
		const idOf = new Map(this.databases.map(({ uuid, name }) => [uuid, `id of ${name}`]));
		const tables = (database: Database) =>
			database.sqlite.prepare("SELECT name, sql FROM sqlite_master ORDER BY name").all();
		const applied = (database: Database) =>
			database.sqlite.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
		return structuredClone({
			subdomain: this.subdomain,
			buckets: this.buckets,
			domains: this.domains.map(({ id: _, ...domain }) => domain),
			databases: this.databases.map((database) => ({
				name: database.name,
				hint: database.primary_location_hint,
				replication: database.read_replication,
				tables: tables(database),
				applied: applied(database),
			})),
			scripts: [...this.scripts].map(([name, script]) => ({
				name,
				subdomain: script.subdomain,
				schedules: script.schedules,
				migrationTag: script.migrationTag,
				served: script.deployments[0]?.versions.map(({ version_id: id, percentage }) => ({
					percentage,
					bindings: script.versions
						.find((version) => version.id === id)
						?.bindings.map((binding) => ({
							...binding,
							...(binding.type === "d1" && { id: idOf.get(String(binding.id)) }),
							...(binding.type === "secret_text" && { text: "a secret" }),
						})),
				})),
			})),
		});
	}

	servedSecret(script: string, name: string): string | undefined {
		const found = this.scripts.get(script);
		const id = found?.deployments[0]?.versions[0]?.version_id;
		const version = found?.versions.find((one) => one.id === id);
		return version?.bindings.find((binding) => binding.name === name)?.text;
	}
}
