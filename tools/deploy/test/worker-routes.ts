import { randomUUID } from "node:crypto";
import type { Binding, Script, StandInAccount, Version } from "./account.ts";
import { type Asked, json, Refusal } from "./answers.ts";

type Metadata = {
	bindings?: Binding[];
	annotations?: Record<string, string>;
	migrations?: { new_tag: string };
	keep_bindings?: string[];
};

const missing = () => new Refusal(404, 10007, "This Worker does not exist on your account.");

/** Undefined for other paths. */
export async function workerRoute(account: StandInAccount, asked: Asked): Promise<unknown> {
	const { method, path } = asked;
	if (path === "/workers/subdomain") return subdomainRoute(account, asked);
	if (path === "/workers/domains" || path === "/workers/domains/records")
		return domainRoute(account, asked);
	if (path === "/workers/assets/upload") return { jwt: "completed" };
	const service = /^\/workers\/services\/([^/]+)$/.exec(path)?.[1];
	if (service !== undefined) {
		const script = account.scripts.get(service);
		if (!script) throw new Refusal(404, 10090, "This service does not exist on your account.");
		return {
			id: service,
			default_environment: {
				environment: "production",
				script: { id: service, migration_tag: script.migrationTag, last_deployed_from: "wrangler" },
			},
		};
	}
	const [, worker, latest] = /^\/workers\/workers\/([^/]+)(\/versions\/latest)?$/.exec(path) ?? [];
	if (worker !== undefined) {
		const script = account.scripts.get(worker);
		if (!script) throw missing();
		if (latest && method === "PATCH") return patchLatest(script, asked);
		return { id: worker, name: worker, subdomain: script.subdomain };
	}
	const [, name = "", action, id] =
		/^\/workers\/scripts\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
	if (name === "") return undefined;
	// A session may exist before the first upload.
	if (action === "assets-upload-session") return { jwt: "session", buckets: [] };
	if (action === undefined && method === "PUT")
		return putScript(account, name, await metadataOf(asked));
	const script = account.scripts.get(name);
	if (!script) throw missing();
	return scriptRoute(script, action, id, asked);
}

async function scriptRoute(
	script: Script,
	action: string | undefined,
	id: string | undefined,
	asked: Asked,
): Promise<unknown> {
	const changes = asked.method !== "GET";
	switch (action) {
		case "deployments":
			return changes
				? addDeployment(script, json(asked), asked.query.get("force") === "true")
				: { deployments: script.deployments };
		case "versions": {
			if (changes) return addVersion(script, await metadataOf(asked));
			if (id === undefined) return { items: script.versions.slice(0, 10).map(listed) };
			const version = script.versions.find((one) => one.id === id);
			if (!version) throw new Refusal(404, 10078, "Version not found");
			return listed(version);
		}
		case "settings":
		case "script-settings":
			return {
				bindings: (script.versions[0]?.bindings ?? []).map(({ text, ...binding }) =>
					binding.type === "secret_text"
						? binding
						: { ...binding, ...(text !== undefined && { text }) },
				),
				tags: [],
				logpush: false,
			};
		case "subdomain":
			if (changes) script.subdomain = { ...script.subdomain, ...json<object>(asked) };
			return script.subdomain;
		case "schedules":
			if (changes) script.schedules = json<{ cron: string }[]>(asked);
			return { schedules: script.schedules };
		case "secrets":
			return (script.versions[0]?.bindings ?? [])
				.filter(({ type }) => type === "secret_text")
				.map(({ name, type }) => ({ name, type }));
		default:
			return undefined;
	}
}

const listed = ({ id, annotations, bindings }: Version) => ({
	id,
	annotations,
	metadata: { source: "wrangler" },
	resources: { bindings, script: { etag: "etag", handlers: ["fetch"] }, script_runtime: {} },
});

async function metadataOf(asked: Asked): Promise<Metadata & { files: string[] }> {
	const type = asked.headers.get("content-type") ?? "";
	const form = await new Response(asked.body, { headers: { "content-type": type } }).formData();
	const text = form.get("metadata");
	if (typeof text !== "string") throw new Refusal(400, 10021, "No metadata part");
	return { ...(JSON.parse(text) as Metadata), files: [...form.keys()] };
}

function putScript(
	account: StandInAccount,
	name: string,
	metadata: Metadata & { files: string[] },
) {
	const script: Script = account.scripts.get(name) ?? {
		versions: [],
		deployments: [],
		schedules: [],
		migrationTag: undefined,
		subdomain: { enabled: false, previews_enabled: false },
	};
	if (metadata.migrations) script.migrationTag = metadata.migrations.new_tag;
	account.scripts.set(name, script);
	const version = addVersion(script, { ...metadata, migrations: undefined });
	addDeployment(script, { versions: [{ version_id: version.id, percentage: 100 }] });
	return {
		id: name,
		etag: "etag",
		deployment_id: version.id.replaceAll("-", ""),
		startup_time_ms: 9,
	};
}

function addVersion(
	script: Script,
	metadata: Omit<Metadata, "migrations"> & { migrations?: object | undefined; files: string[] },
) {
	if (metadata.migrations)
		throw new Refusal(400, 10211, "migrations must be fully applied by running `wrangler deploy`");
	const kept = (script.versions[0]?.bindings ?? []).filter(
		({ type, name }) =>
			metadata.keep_bindings?.includes(type) &&
			!metadata.bindings?.some((binding) => binding.name === name),
	);
	const version: Version = {
		id: randomUUID(),
		bindings: [...(metadata.bindings ?? []), ...kept],
		annotations: metadata.annotations ?? {},
		files: metadata.files,
	};
	script.versions.unshift(version);
	return { ...listed(version), startup_time_ms: 9 };
}

/** Copies the newest version without the bindings set to null. */
function patchLatest({ versions }: Script, asked: Asked) {
	if (asked.headers.get("content-type") !== "application/merge-patch+json")
		throw new Refusal(415, 10026, "The content type should be application/merge-patch+json");
	const [latest] = versions;
	if (!latest) throw new Refusal(400, 10222, "There are no uploaded versions.");
	const { env, annotations } = json<{
		env: Record<string, null>;
		annotations: Record<string, string>;
	}>(asked);
	const version: Version = {
		...latest,
		id: randomUUID(),
		annotations,
		bindings: latest.bindings.filter(({ name }) => env[name] !== null),
	};
	versions.unshift(version);
	return listed(version);
}

function secretsOf({ versions }: Script, id = versions[0]?.id): string {
	const bindings = versions.find((version) => version.id === id)?.bindings ?? [];
	const secrets = bindings.filter(({ type }) => type === "secret_text");
	return JSON.stringify(secrets.map(({ name, text }) => [name, text]).sort());
}

function addDeployment(
	script: Script,
	{ versions }: { versions: { version_id: string; percentage: number }[] },
	isForced = true,
) {
	const sum = versions.reduce((all, { percentage }) => all + percentage, 0);
	const areKnown = versions.every(({ version_id: id }) =>
		script.versions.some((version) => version.id === id),
	);
	if (!areKnown) throw new Refusal(404, 10078, "Version not found");
	if (sum !== 100 || versions.length > 2)
		throw new Refusal(400, 10210, "Percentages of one or two versions must add up to 100");
	// Undocumented, like keeping an empty secret: both follow the strictest reading.
	const isOutdated = versions.some(
		({ version_id: id }) => secretsOf(script, id) !== secretsOf(script),
	);
	if (isOutdated && !isForced)
		throw new Refusal(400, 10220, "Secrets have changed since this version was deployed.");
	const deployment = { id: randomUUID(), versions };
	script.deployments.unshift(deployment);
	return deployment;
}

function subdomainRoute(account: StandInAccount, asked: Asked) {
	if (asked.method === "PUT") {
		const { subdomain } = json<{ subdomain: string }>(asked);
		if (account.takenSubdomains.has(subdomain))
			throw new Refusal(409, 10031, "Subdomain is unavailable, please try a different subdomain.");
		if (account.subdomain !== null && account.subdomain !== subdomain)
			throw new Refusal(409, 10036, "The account already has a subdomain.");
		account.subdomain = subdomain;
	}
	if (account.subdomain === null)
		throw new Refusal(404, 10007, "You do not have a workers.dev subdomain.");
	return { subdomain: account.subdomain };
}

function domainRoute(account: StandInAccount, asked: Asked) {
	if (asked.method === "GET") {
		const wanted = asked.query.get("hostname");
		return account.domains.filter(({ hostname }) => wanted === null || hostname === wanted);
	}
	const wanted = json<{ hostname: string; service: string; zone_id: string }>(asked);
	// Workers have no environments any more.
	if ("environment" in wanted) throw new Refusal(400, 100125, "Unknown field: environment");
	if (account.records.includes(wanted.hostname))
		throw new Refusal(
			409,
			100117,
			`Hostname '${wanted.hostname}' already has externally managed DNS records`,
		);
	const zone = account.zones.find(({ id }) => id === wanted.zone_id);
	if (!zone || !`.${wanted.hostname}`.endsWith(`.${zone.name}`))
		throw new Refusal(400, 100124, "The hostname is not in this zone");
	if (!account.scripts.has(wanted.service)) throw missing();
	const domain = { id: randomUUID(), ...wanted };
	account.domains = [
		...account.domains.filter(({ hostname }) => hostname !== wanted.hostname),
		domain,
	];
	return domain;
}
