import { PlainError } from "../local/processes.ts";
import { change, type Run } from "./context.ts";
import { askHealth } from "./health.ts";
import { PlatformError } from "./platform-api.ts";
import { type Deployment, readVersion, serve } from "./versions.ts";

const FIRST_PERCENT = 10;
const INTERVAL_MS = 15_000;
const DEFAULT_MINUTES = 5;
/** Fewer requests say nothing about errors. */
const ENOUGH_REQUESTS = 20;
const MAX_ERROR_RATE = 0.01;
/** One failure may be the network's. */
const MAX_FAILURES = 3;

type Counts = { requests: number; errors: number };
type Invocations = {
	data?: {
		viewer?: {
			accounts?: {
				workersInvocationsAdaptive?: { sum: Counts; dimensions: { scriptVersion: string } }[];
			}[];
		};
	};
};

/**
 * Serves the new version to some requests and watches it; then serves it to all, or rolls back and throws the reason.
 */
export async function rollOutGradually(
	run: Run,
	active: Deployment,
	tag: string,
	upload: () => Promise<string>,
): Promise<void> {
	const old = await oldVersion(run, active, tag);
	const version = await upload();
	const all = [{ version_id: version, percentage: 100 }];
	if (old !== null) {
		const isBegun = active.versions.some((one) => one.version_id === version);
		if (!isBegun)
			await change(run, `serve it to ${FIRST_PERCENT} % of all requests`, () =>
				serve(
					run,
					[
						{ version_id: old, percentage: 100 - FIRST_PERCENT },
						{ version_id: version, percentage: FIRST_PERCENT },
					],
					"npm run deploy -- --gradual",
				),
			);
		if (!run.options.dryRun) {
			const problem = await observe(run, old, version);
			if (problem !== null) await goBack(run, old, problem);
		}
	}
	await change(run, "serve it to all requests", () =>
		serve(run, all, "npm run deploy -- --gradual"),
	);
}

async function goBack(run: Run, old: string, problem: string): Promise<never> {
	await change(run, "go back to the version before", () =>
		serve(run, [{ version_id: old, percentage: 100 }], `gone back: ${problem}`.slice(0, 90)),
	);
	throw new PlainError(
		`The new version is not served: ${problem}. All requests get the version before again. \`npx wrangler tail ${run.name}\` shows the log.`,
	);
}

/** null if only the new version is served */
async function oldVersion(run: Run, active: Deployment, tag: string): Promise<string | null> {
	const byShare = [...active.versions].sort((a, b) => b.percentage - a.percentage);
	if (byShare.length === 1) return byShare[0]?.version_id ?? null;
	for (const { version_id: id } of byShare) if ((await readVersion(run, id)).tag !== tag) return id;
	return null;
}

async function observe(run: Run, old: string, version: string): Promise<string | null> {
	const { around, state } = run;
	const minutes = Number(around.env.GRADUAL_MINUTES || DEFAULT_MINUTES);
	const begin = around.now();
	around.print(`  … watching its health and errors for ${minutes} minutes`);
	const origin = state.known.vars.APP_ORIGIN ?? "";
	let failures = 0;
	for (;;) {
		const health = await askHealth(run, origin, version);
		failures = health.isFine ? 0 : failures + 1;
		if (failures === MAX_FAILURES) return `/api/health answers ${health.detail}`;
		const errors = await errorRate(run, begin, old, version);
		if (errors !== null) return errors;
		if (failures === 0 && around.now() - begin >= minutes * 60_000) return null;
		await around.pause(INTERVAL_MS);
	}
}

/** Returns a problem if it exceeds the old version's. */
async function errorRate(
	run: Run,
	begin: number,
	old: string,
	version: string,
): Promise<string | null> {
	const counts = await countsByVersion(run, new Date(begin).toISOString());
	const now = counts.get(version);
	if (!now || now.requests < ENOUGH_REQUESTS) return null;
	const rate = (one?: Counts) => (one && one.requests > 0 ? one.errors / one.requests : 0);
	if (rate(now) <= Math.max(MAX_ERROR_RATE, 2 * rate(counts.get(old)))) return null;
	return `${now.errors} of its ${now.requests} requests failed`;
}

async function countsByVersion(run: Run, since: string): Promise<Map<string, Counts>> {
	const filter = `{ scriptName: "${run.name}", datetime_geq: "${since}" }`;
	const accountTag = run.account.slice("/accounts/".length);
	const query = `{ viewer { accounts(filter: { accountTag: "${accountTag}" }) { workersInvocationsAdaptive(limit: 100, filter: ${filter}) { sum { requests errors } dimensions { scriptVersion } } } } }`;
	const counts = new Map<string, Counts>();
	let answer: Invocations;
	try {
		answer = await run.api.ask<Invocations>("/graphql", { query });
	} catch (error) {
		// Without the right to analytics, health alone decides.
		if (error instanceof PlatformError) return counts;
		throw error;
	}
	const rows = answer.data?.viewer?.accounts?.[0]?.workersInvocationsAdaptive ?? [];
	for (const { sum, dimensions } of rows) {
		const known = counts.get(dimensions.scriptVersion) ?? { requests: 0, errors: 0 };
		counts.set(dimensions.scriptVersion, {
			requests: known.requests + sum.requests,
			errors: known.errors + sum.errors,
		});
	}
	return counts;
}
