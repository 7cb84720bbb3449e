import { readFileSync } from "node:fs";
import { PlainError } from "../../local/processes.ts";
import type { RawConfig, Upload, Wrangler } from "../context.ts";
import type { Binding } from "./account.ts";

export const RAW: RawConfig = {
	name: "tillbox",
	main: "worker/index.ts",
	workers_dev: true,
	vars: { APP_ORIGIN: "http://localhost:8787", PROCESSING_FEE_BORNE_BY: "creator" },
	secrets: {
		required: [
			"APP_SECRET",
			"STRIPE_SECRET_KEY",
			"STRIPE_PUBLISHABLE_KEY",
			"STRIPE_WEBHOOK_SECRET",
		],
	},
	d1_databases: [{ binding: "DB", database_name: "tillbox" }],
	r2_buckets: [
		{ binding: "FILES", bucket_name: "tillbox-files" },
		{ binding: "BACKUP", bucket_name: "tillbox-backup" },
	],
	ratelimits: [{ name: "FLOOD", namespace_id: "1001" }],
	migrations: [{ tag: "v1" }],
	triggers: { crons: ["* * * * *", "17 * * * *"] },
};

function bindingsOf(config: RawConfig, secrets: Record<string, string>): Binding[] {
	return [
		...(config.d1_databases ?? []).map(({ binding, database_id: id }) => ({
			type: "d1",
			name: binding,
			id,
		})),
		...(config.r2_buckets ?? []).map(({ binding, bucket_name }) => ({
			type: "r2_bucket",
			name: binding,
			bucket_name,
		})),
		...(config.ratelimits ?? []).map(({ name, namespace_id }) => ({
			type: "ratelimit",
			name,
			namespace_id,
		})),
		...Object.entries(config.vars ?? {}).map(([name, text]) => ({
			type: "plain_text",
			name,
			text,
		})),
		...Object.entries(secrets).map(([name, text]) => ({ type: "secret_text", name, text })),
	];
}

/** Skips bundling, so that hundreds of deploys take seconds. */
async function uploadLikeWrangler(
	token: string,
	{ kind, configFile, secretsFile, tag, env }: Upload,
): Promise<void> {
	const config = JSON.parse(readFileSync(configFile, "utf8")) as RawConfig;
	const secrets = JSON.parse(readFileSync(secretsFile, "utf8")) as Record<string, string>;
	const base = `${env.CLOUDFLARE_API_BASE_URL}/accounts/${env.CLOUDFLARE_ACCOUNT_ID}/workers`;
	const script = `${base}/scripts/${config.name}`;
	const send = (method: string, url: string, body?: FormData | object) => {
		const isForm = body instanceof FormData;
		return fetch(url, {
			method,
			headers: {
				authorization: `Bearer ${token}`,
				...(body && !isForm && { "content-type": "application/json" }),
			},
			...(body && { body: isForm ? body : JSON.stringify(body) }),
		}).catch(() => {
			throw new PlainError("wrangler failed: the platform did not answer");
		});
	};
	const call = async (method: string, url: string, body?: FormData | object) => {
		let answer = await send(method, url, body);
		if (method === "GET" && answer.status >= 500) answer = await send(method, url);
		if (answer.ok || (method === "GET" && answer.status === 404))
			return (await answer.json()) as { success: boolean; result: Record<string, unknown> };
		throw new PlainError(`wrangler failed: ${await answer.text()}`);
	};
	const { success: exists } = await call("GET", `${base}/services/${config.name}`);
	await call("POST", `${script}/assets-upload-session`, { manifest: {} });
	const form = new FormData();
	const metadata = {
		main_module: "index.js",
		bindings: bindingsOf(config, secrets),
		keep_bindings: ["secret_text"],
		annotations: { "workers/tag": tag },
		...(!exists && { migrations: { new_tag: config.migrations?.at(-1)?.tag, steps: [] } }),
	};
	form.set("metadata", JSON.stringify(metadata));
	form.set("index.js", new Blob(["export default {}"]), "index.js");
	if (kind === "version" || exists) {
		const { result } = await call("POST", `${script}/versions`, form);
		const versions = [{ version_id: result.id, percentage: 100 }];
		if (kind === "version") return;
		await call("POST", `${script}/deployments`, { strategy: "percentage", versions });
	} else await call("PUT", script, form);
	const isDev = config.workers_dev === true;
	await call("POST", `${script}/subdomain`, {
		enabled: isDev,
		previews_enabled: config.preview_urls ?? isDev,
	});
	const crons = config.triggers?.crons ?? [];
	await call(
		"PUT",
		`${script}/schedules`,
		crons.map((cron) => ({ cron })),
	);
}

export function quickWrangler(signIn: { stored: string | null; atLogin?: string }): Wrangler {
	let { stored } = signIn;
	return {
		credentials: async () => (stored ? { authorization: `Bearer ${stored}` } : null),
		login: async () => {
			stored = signIn.atLogin ?? null;
		},
		readConfig: async () => structuredClone(RAW),
		upload: (upload) => uploadLikeWrangler(stored ?? "token", upload),
		measure: async () => "20.00 KiB / gzip: 5.00 KiB",
	};
}
