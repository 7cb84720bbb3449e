import { VERSION_HEADER } from "../../worker/contract/health.ts";
import { PlainError } from "../local/processes.ts";
import type { Run } from "./context.ts";
import { reasonOf } from "./platform-api.ts";

/** A new address needs minutes for its certificate and DNS. */
const TIMEOUT_MS = 300_000;
const INTERVAL_MS = 3_000;

/** `version` is the one that answered, if known. */
export type Health = { isFine: boolean; detail: string; version: string | null };

export async function askHealth(run: Run, origin: string, version?: string): Promise<Health> {
	// For addresses that can't be reached from here, e.g. behind a proxy.
	const base = run.around.env.HEALTH_ORIGIN || origin;
	try {
		const response = await fetch(new URL("/api/health", base), {
			headers: version
				? { "cloudflare-workers-version-overrides": `${run.name}="${version}"` }
				: {},
			signal: AbortSignal.timeout(10_000),
		});
		const text = await response.text();
		const by = response.headers.get(VERSION_HEADER);
		if (response.ok) return { isFine: true, detail: "", version: by };
		const detail = `status ${response.status}: ${text.slice(0, 300)}`;
		return { isFine: false, detail, version: by };
	} catch (error) {
		return { isFine: false, detail: reasonOf(error), version: null };
	}
}

export async function waitForHealth(run: Run, origin: string): Promise<void> {
	const limit = Number(run.around.env.HEALTH_TIMEOUT_S || TIMEOUT_MS / 1000) * 1000;
	const end = run.around.now() + limit;
	let isSaid = false;
	for (;;) {
		const { isFine, detail } = await askHealth(run, origin);
		if (isFine) return run.around.print(`  = ${origin}/api/health is fine`);
		if (!isSaid) run.around.print("  … waiting for /api/health (a new address takes some minutes)");
		isSaid = true;
		if (run.around.now() >= end)
			throw new PlainError(
				`Everything is deployed, but ${origin}/api/health is not fine after ${limit / 1000} s (${detail}). \`npx wrangler tail ${run.name}\` shows the Worker's log; \`npm run deploy -- --rollback\` goes back to the version before; running the same command again looks once more.`,
			);
		await run.around.pause(INTERVAL_MS);
	}
}
