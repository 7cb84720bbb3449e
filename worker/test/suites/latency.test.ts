import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../app.ts";
import { SERVICES } from "../../platform/request-scope.ts";
import { executionOver } from "../fakes/entrypoints.ts";
import { latencyScenarios, type Sent } from "../fixtures/latency-scenarios.ts";
import { ORIGIN } from "../fixtures/test-app.ts";

/** Reads the response's first bytes. */
async function respond(bindings: Env, { method = "GET", path, cookies = {}, ...rest }: Sent) {
	const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
	const headers = { "sec-fetch-site": "same-origin", ...rest.headers, cookie: pairs.join("; ") };
	const request = new Request(new URL(path, ORIGIN), {
		method,
		headers,
		...(rest.body !== undefined && { body: rest.body }),
	});
	const execution = executionOver(bindings);
	const response = await app.fetch(request, bindings, execution);
	const reader = response.body?.getReader();
	await reader?.read();
	expect(response.status, path).toBeLessThan(300);
	await reader?.cancel().catch(() => {});
	await waitOnExecutionContext(execution);
}

it("needs the round trips that are promised for what people wait for", async () => {
	const made: Record<string, object> = {};
	const promised: Record<string, object> = {};
	for (const scenario of await latencyScenarios(50)) {
		let trips: number[] = [];
		const METRICS = {
			writeDataPoint({ doubles = [] }: AnalyticsEngineDataPoint) {
				trips = doubles.slice(-SERVICES.length);
			},
		};
		// An isolate's first part of an upload may make more calls.
		await respond(env, await scenario.prepare());
		await respond({ ...env, METRICS }, await scenario.prepare());
		promised[scenario.name] = scenario.trips;
		made[scenario.name] = Object.fromEntries(
			SERVICES.flatMap((service, at) => (trips[at] ? [[service, trips[at]]] : [])),
		);
	}
	expect(made).toEqual(promised);
});
