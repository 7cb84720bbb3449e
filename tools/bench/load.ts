/**
 * How many responses a second do a hundred viewers of one share page get, and how long do the slowest wait? Then two
 * hundred buyers with pauses, during fifty downloads. `robots.txt` shows the cost of everything around a page; a bare
 * Worker's empty response shows the runtime's limit. All take turns, so that a busy machine slows them alike.
 *
 *   node tools/bench/load.ts [--seconds 10] [--rounds 4] [--short]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MIB } from "../../worker/contract/constants.ts";
import { BUDGETS } from "../checks/budgets.ts";
import { withServer } from "../local/with-server.ts";
import { median, put } from "./byte-client.ts";
import { benchOptions, goalMissed } from "./options.ts";
import { publish, signUp } from "./site.ts";
import { WorkerProcess } from "./worker-process.ts";

const { seconds, rounds } = benchOptions({ seconds: [10, 2], rounds: [4, 1] });
const PORT = Number(process.env.BENCH_PORT ?? 8881);
/** Fits one part: the local store needs 40 ms of processor time to open an object of several. */
const FILE_MIB = 7;
/** bytes a second */
const DOWNLOAD_RATE = 1e6;

type Requests = { url: string; status: number; headers?: Record<string, string> };
type Target = Requests & { name: string; rates: number[]; p99s: number[]; errors: number };
type Crowd = { viewers: number; pauseMs: number; file?: Requests };

const target = (name: string, url: string, headers = {}, status = 200): Target => ({
	name,
	url,
	status,
	headers: { "Sec-Fetch-Site": "none", ...headers },
	rates: [],
	p99s: [],
	errors: 0,
});

/** Reads a response at `rate` bytes a second; false for another status or a broken body. */
function fetched({ url, status, headers }: Requests, agent: Agent, rate = Infinity) {
	return new Promise<boolean>((done) => {
		get(url, { agent, headers }, (response) => {
			const began = performance.now();
			let bytes = 0;
			response.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
				const early = (bytes / rate) * 1000 - (performance.now() - began);
				if (early < 20) return;
				response.pause();
				setTimeout(() => response.resume(), early);
			});
			response.once("end", () => done(response.statusCode === status));
			response.once("error", () => done(false));
		}).once("error", () => done(false));
	});
}

/** `counts` is false for the warm-up. */
async function turn(to: Target, { viewers, pauseMs, file }: Crowd, counts: boolean): Promise<void> {
	const agent = new Agent({ keepAlive: true });
	const began = performance.now();
	const end = began + seconds * 1000;
	const times: number[] = [];
	const view = async () => {
		await pause(Math.random() * pauseMs);
		for (let sent = performance.now(); sent < end; sent = performance.now()) {
			if (await fetched(to, agent)) times.push(performance.now() - sent);
			else to.errors++;
			if (pauseMs > 0) await pause(Math.random() * 2 * pauseMs);
		}
	};
	const download = async () => {
		while (file && performance.now() < end)
			if (!(await fetched(file, agent, DOWNLOAD_RATE))) to.errors++;
	};
	const downloads = file ? Array.from({ length: 50 }, download) : [];
	await Promise.all([...Array.from({ length: viewers }, view), ...downloads]);
	agent.destroy();
	if (!counts) return;
	to.rates.push(times.length / ((performance.now() - began) / 1000));
	to.p99s.push(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN);
}

function report(targets: readonly Target[]): void {
	for (const { name, rates, p99s, errors } of targets) {
		console.log(
			`${name}: ${median(rates).toFixed(0)} responses/s, p99 ${median(p99s).toFixed(0)} ms, ${errors} errors`,
		);
		if (errors > 0) goalMissed("count");
	}
}

/** The median of the rounds' ratios. */
const ratio = (of: readonly number[], to: readonly number[]) =>
	median(of.map((value, round) => value / (to[round] ?? Number.NaN)));

function judge(what: string, value: number, isMet: boolean, goal: string): void {
	console.log(`${what}: ${value.toFixed(2)} (goal ${goal})  ${isMet ? "met" : "MISSED"}`);
	if (!isMet) goalMissed("time");
}

async function largeFile(origin: string): Promise<Requests> {
	const headers = await signUp(origin, "load@example.test");
	const form = new FormData();
	form.set("title", "Interviews");
	form.set("price", "24.00");
	const text = "all that is said".repeat((FILE_MIB * MIB) / 16);
	form.append("files", new File([text], "transcript.txt", { type: "text/plain" }));
	const response = await fetch(`${origin}/api/file-shares`, {
		method: "POST",
		headers,
		body: form,
	});
	const { files } = (await response.json()) as { files: { id: string }[] };
	return { url: `${origin}/api/files/${files[0]?.id}/download`, headers, status: 200 };
}

const state = mkdtempSync(join(tmpdir(), "load-"));
const bare = new WorkerProcess("baseline", state, PORT);
try {
	await bare.start();
	await put(PORT, "/objects/large", FILE_MIB);
	await withServer({ port: PORT + 10, sandboxPort: PORT + 11 }, async (origin) => {
		const url = `${origin}${await publish(origin)}`;
		const empty = target("empty response of a bare Worker", `${bare.origin}/nothing`, {}, 404);
		const robots = target("robots.txt", `${origin}/robots.txt`);
		const page = target("share page", url);
		const zipped = target("share page, compressed", url, { "Accept-Encoding": "gzip" });
		for (let round = 0; round <= rounds; round++)
			for (const one of [empty, robots, page, zipped])
				await turn(one, { viewers: 100, pauseMs: 0 }, round > 0);
		report([empty, robots, page, zipped]);

		const calm = target("empty response beside downloads", empty.url, {}, 404);
		const busy = target("share page beside downloads", url);
		const bareFile = { url: `${bare.origin}/untouched/large`, status: 200 };
		const crowds = [
			[calm, bareFile],
			[busy, await largeFile(origin)],
		] as const;
		for (let round = 1; round <= rounds; round++)
			for (const [one, file] of crowds)
				await turn(one, { viewers: 200, pauseMs: 4000, file }, true);
		report([calm, busy]);

		const goals = BUDGETS.sharePage;
		const rate = ratio(page.rates, robots.rates);
		judge("responses ÷ those of robots.txt", rate, rate >= goals.rate, `≥ ${goals.rate}`);
		const p99 = ratio(page.p99s, robots.p99s);
		judge("p99 ÷ that of robots.txt", p99, p99 <= goals.p99, `≤ ${goals.p99}`);
		const loaded = ratio(busy.p99s, calm.p99s);
		judge(
			"p99 beside downloads ÷ that of an empty response",
			loaded,
			loaded <= goals.loadedP99,
			`≤ ${goals.loadedP99}`,
		);
	});
} finally {
	await bare.stop();
	rmSync(state, { recursive: true, force: true, maxRetries: 5 });
}
