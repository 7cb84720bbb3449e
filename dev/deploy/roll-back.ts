import { PlainError } from "../local/processes.ts";
import { change, type Run } from "./context.ts";
import { waitForHealth } from "./health.ts";
import { type Deployment, findDeployments, serve } from "./versions.ts";

/** Serves the version before, or the named one, to all requests. The database stays as it is. */
export async function rollBack(run: Run): Promise<void> {
	const { rollback } = run.options;
	const deployments = await findDeployments(run);
	if (!deployments?.[0])
		throw new PlainError(`There is no Worker named ${run.name} in this account to roll back.`);
	const version = typeof rollback === "string" ? rollback : versionBefore(deployments);
	if (version === null)
		throw new PlainError("There is no version before this one. Deploy a corrected one instead.");
	await change(run, `serve the version ${version} to all requests`, () =>
		serve(run, [{ version_id: version, percentage: 100 }], "npm run deploy -- --rollback"),
	);
	run.around.print(
		"  The database keeps all its migrations: they only add, so the older version works with them.",
	);
	const { origin } = run.state.known;
	if (origin && !run.options.dryRun) await waitForHealth(run, origin);
	run.around.print("  `npm run deploy` serves the version of this folder again.");
}

/** The larger part of a gradual deployment, else the last version served alone before this one. */
function versionBefore([active, ...earlier]: readonly Deployment[]): string | null {
	const served = [...(active?.versions ?? [])].sort((a, b) => b.percentage - a.percentage);
	if (served.length > 1) return served[0]?.version_id ?? null;
	for (const { versions } of earlier) {
		const [only, ...others] = versions;
		if (only && others.length === 0 && only.version_id !== served[0]?.version_id)
			return only.version_id;
	}
	return null;
}
