import type { Run } from "./context.ts";
import { PlatformError } from "./platform-api.ts";

export type Share = { version_id: string; percentage: number };
export type Deployment = { id: string; created_on?: string; versions: Share[] };

export type Binding = {
	type: string;
	name: string;
	text?: string;
	id?: string;
	bucket_name?: string;
};
type Version = {
	id: string;
	annotations?: Record<string, string>;
	resources?: { bindings?: Binding[] };
};

const scriptOf = (run: Run) => `${run.account}/workers/scripts/${run.name}`;

/** Latest first; null without such a Worker. */
export async function findDeployments(run: Run): Promise<Deployment[] | null> {
	const answer = await run.api.find<{ deployments?: Deployment[] }>(`${scriptOf(run)}/deployments`);
	return answer === null ? null : (answer.deployments ?? []);
}

export async function readVersion(
	run: Run,
	id: string,
): Promise<{ tag: string | null; bindings: Binding[] }> {
	const found = await run.api.find<Version>(`${scriptOf(run)}/versions/${id}`);
	return {
		tag: found?.annotations?.["workers/tag"] ?? null,
		bindings: found?.resources?.bindings ?? [],
	};
}

export async function versionWithTag(run: Run, tag: string): Promise<string | null> {
	const answer = await run.api.get<{ items?: Version[] }>(
		`${scriptOf(run)}/versions?deployable=true`,
	);
	const found = answer.items?.find(({ annotations }) => annotations?.["workers/tag"] === tag);
	return found?.id ?? null;
}

/** The platform's code for a version whose secrets were changed since. */
const SECRETS_CHANGED = 10220;

/**
 * The platform refuses a version whose secrets were changed since, unless forced: it then has its old secrets. Deploys
 * force it: their versions are the served one and the one with the current secrets.
 */
export async function serve(
	run: Run,
	versions: readonly Share[],
	message: string,
	mayForce: () => Promise<boolean> = async () => true,
): Promise<void> {
	const deploy = (query: string) =>
		run.api.change("POST", `${scriptOf(run)}/deployments${query}`, {
			strategy: "percentage",
			versions,
			annotations: { "workers/message": message },
		});
	try {
		await deploy("");
	} catch (error) {
		const isRefused = error instanceof PlatformError && error.codes.includes(SECRETS_CHANGED);
		if (!isRefused || !(await mayForce())) throw error;
		await deploy("?force=true");
	}
}

/**
 * Copies the newest version under the same tag; returns the copy's id. Like `wrangler versions secret bulk` with null:
 * an empty text may stay as an empty secret.
 */
export async function removeSecrets(
	run: Run,
	names: readonly string[],
	tag: string,
): Promise<string> {
	const path = `${run.account}/workers/workers/${run.name}/versions/latest`;
	const { id } = await run.api.change<Version>("PATCH", path, {
		env: Object.fromEntries(names.map((name) => [name, null])),
		annotations: { "workers/tag": tag, "workers/message": "npm run deploy" },
	});
	return id;
}

/** The last applied migration of the Durable Objects' classes. */
export async function classesTag(run: Run): Promise<string | null> {
	const service = await run.api.find<{
		default_environment?: { script?: { migration_tag?: string } };
	}>(`${run.account}/workers/services/${run.name}`);
	return service?.default_environment?.script?.migration_tag ?? null;
}
