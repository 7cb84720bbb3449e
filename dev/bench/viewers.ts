/**
 * How many requests per second do 100 concurrent viewers of one share page get, and does any fail? The
 * page and an empty response of a bare Worker are requested alternately on the same runtime.
 *
 *   node dev/bench/viewers.ts [--viewers 100] [--seconds 5] [--rounds 3] [--against FOLDER]
 *
 * With --against, the product of another checkout (with its packages installed) is measured too, in
 * the same turns.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../local/processes.ts";
import { withServer } from "../local/with-server.ts";
import { median } from "./byte-client.ts";
import { publish } from "./site.ts";
import { WorkerProcess } from "./worker-process.ts";

const { values: options } = parseArgs({
	options: {
		viewers: { type: "string", default: "100" },
		seconds: { type: "string", default: "5" },
		rounds: { type: "string", default: "3" },
		against: { type: "string" },
	},
});
const PORT = Number(process.env.BENCH_PORT ?? 8881);
const VIEWERS = Number(options.viewers);
const SECONDS = Number(options.seconds);

type Target = { name: string; url: string; status: number; rates: number[]; errors: number };

/** Reads one response to its end; false for another status than expected or a broken connection. */
function fetched({ url, status }: Target, agent: Agent): Promise<boolean> {
	return new Promise((done) => {
		get(url, { agent, headers: { "Sec-Fetch-Site": "none" } }, (response) => {
			response.resume();
			response.once("end", () => done(response.statusCode === status));
			response.once("error", () => done(false));
		}).once("error", () => done(false));
	});
}

/** All viewers send requests repeatedly for some seconds; requests per second. */
async function round(target: Target): Promise<number> {
	const agent = new Agent({ keepAlive: true, maxSockets: VIEWERS });
	const began = performance.now();
	const end = began + SECONDS * 1000;
	let completed = 0;
	const view = async () => {
		while (performance.now() < end) {
			if (await fetched(target, agent)) completed++;
			else target.errors++;
		}
	};
	await Promise.all(Array.from({ length: VIEWERS }, view));
	agent.destroy();
	return completed / ((performance.now() - began) / 1000);
}

async function measure(targets: readonly Target[]): Promise<void> {
	const [empty, ...pages] = targets;
	if (!empty) return;
	for (let n = 0; n <= Number(options.rounds); n++) {
		for (const target of targets) {
			const rate = await round(target);
			// the first round warms up
			if (n > 0) target.rates.push(rate);
		}
	}
	console.log(`an empty answer: ${median(empty.rates).toFixed(0)} requests/s`);
	for (const { name, rates, errors } of pages) {
		const ratio = median(rates.map((rate, n) => rate / (empty.rates[n] ?? Number.NaN)));
		console.log(
			`${name}: ${median(rates).toFixed(0)} requests/s, ${ratio.toFixed(2)} × the empty answer, ${errors} errors`,
		);
		if (errors > 0) process.exitCode = 1;
	}
}

/** Serves one checkout after the other, and measures them all. */
async function withPages(checkouts: readonly string[], targets: Target[]): Promise<void> {
	const [checkout, ...others] = checkouts;
	if (checkout === undefined) return measure(targets);
	const port = PORT + 10 + targets.length * 2;
	await withServer({ port, sandboxPort: port + 1, checkout }, async (origin) => {
		const url = `${origin}${await publish(origin)}`;
		const name = checkout === ROOT ? "this checkout" : checkout;
		await withPages(others, [...targets, { name, url, status: 200, rates: [], errors: 0 }]);
	});
}

const state = mkdtempSync(join(tmpdir(), "viewers-"));
const bare = new WorkerProcess("baseline", state, PORT);
try {
	await bare.start();
	const url = `${bare.origin}/nothing`;
	const empty = { name: "empty", url, status: 404, rates: [], errors: 0 };
	await withPages([ROOT, ...(options.against ? [resolve(options.against)] : [])], [empty]);
} finally {
	await bare.stop();
	rmSync(state, { recursive: true, force: true, maxRetries: 5 });
}
