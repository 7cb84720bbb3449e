import { PlainError } from "../local/processes.ts";
import { change, type Run } from "./context.ts";
import { askHealth } from "./health.ts";
import { type Deployment, serve } from "./versions.ts";

const INTERVAL_MS = 2_000;
/** Until the whole platform knows the version. */
const TIMEOUT_MS = 120_000;
/** One failure may be the network's. */
const MAX_FAILURES = 3;

/**
 * Asks a version whether it accepts its configuration before it serves anyone: only this request names it. Outages, such
 * as the provider's, don't count, since a deploy may help. Rolls back and throws the reason.
 */
export async function tryVersion(run: Run, active: Deployment, version: string): Promise<void> {
	const known = active.versions.find((one) => one.version_id === version);
	const others = active.versions.filter((one) => one.version_id !== version);
	const [old] = others.sort((a, b) => b.percentage - a.percentage);
	if (old === undefined || (known && known.percentage > 0)) return;
	const before = { version_id: old.version_id, percentage: 100 };
	if (!known)
		await change(run, "ask the new version, before any request goes to it, for its health", () =>
			serve(run, [before, { version_id: version, percentage: 0 }], "npm run deploy: a question"),
		);
	if (run.options.dryRun) return;
	const problem = await problemOf(run, version);
	if (problem === null) return;
	await serve(run, [before], `gone back: ${problem}`.slice(0, 90));
	throw new PlainError(
		`The new version is not served, and no request has reached it: ${problem}. \`npx wrangler tail ${run.name}\` shows the log; correct it and run the same command again.`,
	);
}

async function problemOf(run: Run, version: string): Promise<string | null> {
	const { around, state } = run;
	const end = around.now() + TIMEOUT_MS;
	for (let failures = 0; ; ) {
		const health = await askHealth(run, state.known.vars.APP_ORIGIN ?? "", version);
		// Only a version that has read its configuration answers in its own name.
		if (health.version === version) return null;
		// Another name: this location doesn't know the version yet.
		failures = health.isFine || health.version !== null ? 0 : failures + 1;
		if (failures === MAX_FAILURES) return `/api/health answers ${health.detail}`;
		if (around.now() >= end) return "/api/health does not answer in its name";
		await around.pause(INTERVAL_MS);
	}
}
