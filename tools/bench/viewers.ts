/**
 * How many requests per second do 100 concurrent viewers of one share page get, how long do they wait, and
 * does any fail? The page and `robots.txt` of the same Worker are requested in turns: `robots.txt` passes
 * through everything that surrounds a page, and is made of nothing but a file. Beside them an empty response
 * of a bare Worker, which says what the runtime itself allows.
 *
 *   node tools/bench/viewers.ts [--viewers 100] [--seconds 5] [--rounds 3] [--short]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUDGETS } from "../checks/budgets.ts";
import { withServer } from "../local/with-server.ts";
import { median } from "./byte-client.ts";
import { benchOptions } from "./options.ts";
import { publish } from "./site.ts";
import { WorkerProcess } from "./worker-process.ts";

const { viewers, seconds, rounds } = benchOptions({
	viewers: [100, 100],
	seconds: [5, 1],
	rounds: [3, 1],
});
const PORT = Number(process.env.BENCH_PORT ?? 8881);

/** The goals: the page's responses a second and its slowest hundredth, as ratios to those of `robots.txt`. */
const { rate: MIN_RATE, p99: MAX_P99 } = BUDGETS.sharePage;

/** What one turn gave: responses a second, and the time in ms that all but the slowest hundredth kept. */
type Turn = { rate: number; p99: number };
type Target = { name: string; url: string; status: number; turns: Turn[]; errors: number };

const target = (name: string, url: string, status = 200): Target => ({
	name,
	url,
	status,
	turns: [],
	errors: 0,
});

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

/** All viewers send requests repeatedly for some seconds. */
async function turn(requested: Target): Promise<Turn> {
	const agent = new Agent({ keepAlive: true, maxSockets: viewers });
	const began = performance.now();
	const end = began + seconds * 1000;
	const times: number[] = [];
	const view = async () => {
		for (let sent = performance.now(); sent < end; sent = performance.now()) {
			if (await fetched(requested, agent)) times.push(performance.now() - sent);
			else requested.errors++;
		}
	};
	await Promise.all(Array.from({ length: viewers }, view));
	agent.destroy();
	const taken = (performance.now() - began) / 1000;
	times.sort((a, b) => a - b);
	return {
		rate: times.length / taken,
		p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
	};
}

/** The median over the turns of a figure of one target, divided by the other's in the same turn. */
function ratio(of: Target, to: Target, figure: keyof Turn): number {
	return median(of.turns.map((one, n) => one[figure] / (to.turns[n]?.[figure] ?? Number.NaN)));
}

async function measure(targets: readonly Target[]): Promise<void> {
	for (let n = 0; n <= rounds; n++) {
		for (const each of targets) {
			const result = await turn(each);
			// the first round warms up
			if (n > 0) each.turns.push(result);
		}
		console.log(`round ${n} of ${rounds}`);
	}
	for (const { name, turns, errors } of targets) {
		const rate = median(turns.map((each) => each.rate)).toFixed(0);
		const p99 = median(turns.map((each) => each.p99)).toFixed(0);
		console.log(`${name}: ${rate} responses/s, p99 ${p99} ms, ${errors} errors`);
		if (errors > 0) process.exitCode = 1;
	}
}

/** Prints a page beside its `robots.txt`, and fails when it misses the goals. */
function compare(page: Target, robots: Target): void {
	const rate = ratio(page, robots, "rate");
	const p99 = ratio(page, robots, "p99");
	const isMet = rate >= MIN_RATE && p99 <= MAX_P99;
	console.log(
		`${page.name} ÷ ${robots.name}: ${rate.toFixed(2)} × the responses (at least ${MIN_RATE}), ${p99.toFixed(2)} × the p99 (at most ${MAX_P99})  ${isMet ? "met" : "MISSED"}`,
	);
	if (!isMet) process.exitCode = 1;
}

const state = mkdtempSync(join(tmpdir(), "viewers-"));
const bare = new WorkerProcess("baseline", state, PORT);
try {
	await bare.start();
	const empty = target("empty response of a bare Worker", `${bare.origin}/nothing`, 404);
	await withServer({ port: PORT + 10, sandboxPort: PORT + 11 }, async (origin) => {
		const page = target("share page", `${origin}${await publish(origin)}`);
		const robots = target("robots.txt", `${origin}/robots.txt`);
		await measure([empty, robots, page]);
		compare(page, robots);
	});
} finally {
	await bare.stop();
	rmSync(state, { recursive: true, force: true, maxRetries: 5 });
}
