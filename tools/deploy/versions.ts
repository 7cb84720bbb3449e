import type { Run } from "./context.ts";

export type Share = { version_id: string; percentage: number };
export type Deployment = { id: string; created_on?: string; versions: Share[] };
type Version = { id: string; annotations?: Record<string, string> };

export type Binding = {
	type: string;
	name: string;
	text?: string;
	id?: string;
	bucket_name?: string;
};

const scriptOf = (run: Run) => `${run.account}/workers/scripts/${run.name}`;

/** The deployments of the Worker, the one that serves first; null when there is no such Worker. */
export async function findDeployments(run: Run): Promise<Deployment[] | null> {
	const answer = await run.api.find<{ deployments?: Deployment[] }>(`${scriptOf(run)}/deployments`);
	return answer === null ? null : (answer.deployments ?? []);
}

/** The tag of a version; null when it has none. */
export async function tagOf(run: Run, version: string): Promise<string | null> {
	const found = await run.api.find<Version>(`${scriptOf(run)}/versions/${version}`);
	return found?.annotations?.["workers/tag"] ?? null;
}

/** The newest version with this tag that can still be deployed. */
export async function versionWithTag(run: Run, tag: string): Promise<string | null> {
	const answer = await run.api.get<{ items?: Version[] }>(
		`${scriptOf(run)}/versions?deployable=true`,
	);
	const found = answer.items?.find(({ annotations }) => annotations?.["workers/tag"] === tag);
	return found?.id ?? null;
}

/**
 * Serves these versions from now on, by these percentages. The platform refuses a version whose secrets were
 * changed since, unless it is forced: it then has the secrets that it had.
 */
export async function serve(
	run: Run,
	versions: readonly Share[],
	message: string,
	isForced = false,
): Promise<void> {
	const query = isForced ? "?force=true" : "";
	await run.api.change("POST", `${scriptOf(run)}/deployments${query}`, {
		strategy: "percentage",
		versions,
		annotations: { "workers/message": message },
	});
}

/** The bindings of the Worker as the platform has them; null when there is no such Worker. */
export async function bindingsOf(run: Run): Promise<Binding[] | null> {
	const settings = await run.api.find<{ bindings?: Binding[] }>(`${scriptOf(run)}/settings`);
	return settings === null ? null : (settings.bindings ?? []);
}

/** The tag of the last migration of the Durable Objects' classes that was applied. */
export async function classesTag(run: Run): Promise<string | null> {
	const service = await run.api.find<{
		default_environment?: { script?: { migration_tag?: string } };
	}>(`${run.account}/workers/services/${run.name}`);
	return service?.default_environment?.script?.migration_tag ?? null;
}
