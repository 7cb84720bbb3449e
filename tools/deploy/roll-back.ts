import { PlainError } from "../local/processes.ts";
import { change, type Run } from "./context.ts";
import { waitForHealth } from "./health.ts";
import { type Deployment, findDeployments, serve } from "./versions.ts";

/** The database stays unchanged. */
export async function rollBack(run: Run): Promise<void> {
	const { rollback } = run.options;
	const deployments = await findDeployments(run);
	if (!deployments?.[0])
		throw new PlainError(`There is no Worker named ${run.name} in this account to roll back.`);
	const version = typeof rollback === "string" ? rollback : versionBefore(deployments);
	if (version === null)
		throw new PlainError("There is no version before this one. Deploy a corrected one instead.");
	const isServed = deployments[0].versions.some(({ version_id: id }) => id === version);
	await change(run, `serve the version ${version} to all requests`, () =>
		serve(
			run,
			[{ version_id: version, percentage: 100 }],
			"npm run deploy -- --rollback",
			async () => isServed || run.options.force || mayForce(run, version),
		),
	);
	run.around.print(
		"  The database keeps all its migrations: they only add, so the older version works with them.",
	);
	const { origin } = run.state.known;
	if (origin && !run.options.dryRun) await waitForHealth(run, origin);
	run.around.print("  `npm run deploy` serves the version of this folder again.");
}

const CONSEQUENCE =
	"A secret was changed since this version was served, and it comes back with the secrets it had: what was revoked meanwhile, such as a Stripe key, does not work in it";

async function mayForce({ around }: Run, version: string): Promise<boolean> {
	const answer = await around.ask?.(`${CONSEQUENCE}. Serve it all the same? yes or no`, "no");
	if (answer === undefined)
		throw new PlainError(
			`${CONSEQUENCE}. If that is what you want: npm run deploy -- --rollback ${version} --force`,
		);
	if (!/^y(es)?$/i.test(answer)) throw new PlainError("Nothing was changed.");
	return true;
}

/** The version that serves while a deploy tries another, otherwise the last one served alone. */
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
