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

/** The deployments of the Worker, the one that serves first; null when there is no such Worker. */
export async function findDeployments(run: Run): Promise<Deployment[] | null> {
	const answer = await run.api.find<{ deployments?: Deployment[] }>(`${scriptOf(run)}/deployments`);
	return answer === null ? null : (answer.deployments ?? []);
}

/** The tag of a version, null when it has none, and its bindings. */
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

/** The newest version with this tag that can still be deployed. */
export async function versionWithTag(run: Run, tag: string): Promise<string | null> {
	const answer = await run.api.get<{ items?: Version[] }>(
		`${scriptOf(run)}/versions?deployable=true`,
	);
	const found = answer.items?.find(({ annotations }) => annotations?.["workers/tag"] === tag);
	return found?.id ?? null;
}

/** The platform's number for a version whose secrets were changed since it was uploaded. */
const SECRETS_CHANGED = 10220;

/**
 * Serves these versions from now on, by these percentages. The platform refuses a version whose secrets were
 * changed since, unless it is forced: it then has the secrets that it had. A deploy forces it, because the
 * versions it names are the one that is served already and the one with this installation's secrets.
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
 * Copies the newest version without these secrets, under the same tag, and returns the copy's id. This is
 * what `wrangler versions secret bulk` does with null; an empty text may stay as an empty secret.
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

/** The tag of the last migration of the Durable Objects' classes that was applied. */
export async function classesTag(run: Run): Promise<string | null> {
	const service = await run.api.find<{
		default_environment?: { script?: { migration_tag?: string } };
	}>(`${run.account}/workers/services/${run.name}`);
	return service?.default_environment?.script?.migration_tag ?? null;
}
