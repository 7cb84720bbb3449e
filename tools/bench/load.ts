/**
 * Two hundred buyers open one share's page again and again, and fifty download from it: does any request
 * fail, and how much longer do the slowest pages take than an empty response of a bare Worker under the same
 * load? Both are served on the same runtime and loaded in turns, so that a busy machine slows both alike.
 *
 *   node tools/bench/load.ts [--buyers 200] [--downloads 50] [--seconds 60] [--pause 4] [--rate 1] [--short]
 *
 * `--pause` is the mean number of seconds that a buyer looks at a page (0: none), `--rate` what each download
 * takes, in MB/s.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pictures } from "../../web/e2e/support/pictures.ts";
import type { CreatedShare } from "../../worker/contract/catalogue/shares.ts";
import { MIB } from "../../worker/contract/constants.ts";
import { BUDGETS } from "../checks/budgets.ts";
import { withServer } from "../local/with-server.ts";
import { put } from "./byte-client.ts";
import { benchOptions, goalMissed, isShort } from "./options.ts";
import { signUp } from "./site.ts";
import { WorkerProcess } from "./worker-process.ts";

const options = benchOptions({
	buyers: [200, 40],
	downloads: [50, 10],
	seconds: [60, 10],
	pause: [4, 4],
	rate: [1, 1],
});
const BUYERS = options.buyers;
const DOWNLOADS = options.downloads;
const PAUSE_MS = options.pause * 1000;
const BYTES_PER_S = options.rate * 1e6;
const TURNS = isShort ? 1 : 4;
const TURN_MS = (options.seconds * 1000) / TURNS;
const PORT = Number(process.env.BENCH_PORT ?? 8885);
/**
 * One part: the local store needs 40 ms of processor time to open an object of several, whoever reads it, and
 * fifty of them at once would hide what a page waits for otherwise.
 */
const FILE_MIB = 7;
const { loadedP99: GOAL } = BUDGETS.sharePage;

type Address = { url: string; headers: Record<string, string>; status: number };
type Target = {
	name: string;
	page: Address;
	file: Address;
	times: number[];
	files: number;
	errors: string[];
};

/** Reads a response to its end, at most at `rate` bytes a second; why it failed, or null. */
function read({ url, headers, status }: Address, agent: Agent, rate = Number.POSITIVE_INFINITY) {
	return new Promise<string | null>((done) => {
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
			const length = Number(response.headers["content-length"] ?? Number.NaN);
			response.once("end", () => {
				if (response.statusCode !== status) done(`responded ${response.statusCode}`);
				else if (!Number.isNaN(length) && bytes !== length) done(`${bytes} of ${length} bytes`);
				else done(null);
			});
			response.once("error", ({ message }) => done(message));
		}).once("error", ({ message }) => done(message));
	});
}

/** All buyers and downloads for one turn. */
async function turn(target: Target): Promise<void> {
	const agent = new Agent({ keepAlive: true, maxSockets: BUYERS + DOWNLOADS });
	const end = performance.now() + TURN_MS;
	const noteError = (error: string | null) => {
		if (error !== null) target.errors.push(error);
	};
	const buyer = async () => {
		await pause(Math.random() * PAUSE_MS);
		while (performance.now() < end) {
			const began = performance.now();
			noteError(await read(target.page, agent));
			target.times.push(performance.now() - began);
			await pause(Math.random() * 2 * PAUSE_MS);
		}
	};
	const download = async () => {
		while (performance.now() < end) {
			noteError(await read(target.file, agent, BYTES_PER_S));
			target.files++;
		}
	};
	await Promise.all([
		...Array.from({ length: BUYERS }, buyer),
		...Array.from({ length: DOWNLOADS }, download),
	]);
	agent.destroy();
}

const percentile = (times: readonly number[], share: number) =>
	times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** A share of nine pictures and a large file; the owner downloads. */
async function published(origin: string): Promise<Pick<Target, "page" | "file">> {
	const headers = await signUp(origin, "load@example.test");
	const form = new FormData();
	form.set("title", "Winter light, Lofoten");
	form.set("price", "24.00");
	for (const { name, mimeType, buffer } of pictures(9))
		form.append("files", new File([new Uint8Array(buffer)], name, { type: mimeType }));
	const text = "all that is said".repeat((FILE_MIB * MIB) / 16);
	form.append("files", new File([text], "transcript.txt", { type: "text/plain" }));
	const response = await fetch(`${origin}/api/file-shares`, {
		method: "POST",
		headers,
		body: form,
	});
	if (!response.ok) throw new Error(`publish: ${response.status} ${await response.text()}`);
	const { fileShare, files }: CreatedShare = await response.json();
	const large = files.find(({ originalName }) => originalName === "transcript.txt");
	return {
		page: {
			url: `${origin}/share/${fileShare.shareId}`,
			headers: { "Sec-Fetch-Site": "none" },
			status: 200,
		},
		file: { url: `${origin}/api/files/${large?.id}/download`, headers, status: 200 },
	};
}

const state = mkdtempSync(join(tmpdir(), "load-"));
const bare = new WorkerProcess("baseline", state, PORT);
try {
	await bare.start();
	await put(PORT, "/objects/large", FILE_MIB);
	const empty: Target = {
		name: "an empty response",
		times: [],
		files: 0,
		errors: [],
		page: { url: `${bare.origin}/nothing`, headers: {}, status: 404 },
		file: { url: `${bare.origin}/untouched/large`, headers: {}, status: 200 },
	};
	await withServer({ port: PORT + 2, sandboxPort: PORT + 3 }, async (origin) => {
		const share: Target = {
			name: "the share's page",
			times: [],
			files: 0,
			errors: [],
			...(await published(origin)),
		};
		for (let n = 0; n < TURNS; n++)
			for (const target of [empty, share]) {
				await turn(target);
				console.log(`turn ${n + 1} of ${TURNS}: ${target.name}`);
			}
		for (const { name, times, files, errors } of [empty, share]) {
			const [middle, slow] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0));
			console.log(
				`${name}: ${times.length} responses, median ${middle} ms, p99 ${slow} ms; ${files} downloads; ${errors.length} errors`,
			);
			for (const error of new Set(errors)) console.log(`  ${error}`);
		}
		const ratio = percentile(share.times, 0.99) / percentile(empty.times, 0.99);
		console.log(
			`p99 of the share's page ÷ that of the empty response: ${ratio.toFixed(2)} (goal ≤ ${GOAL})`,
		);
		if (ratio > GOAL) goalMissed("time");
		if (share.errors.length > 0) goalMissed("count");
	});
} finally {
	await bare.stop();
	rmSync(state, { recursive: true, force: true, maxRetries: 5 });
}
