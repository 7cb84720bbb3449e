/**
 * How much memory does a slow client cost the runtime, and what does that bound cost in speed?
 * Twenty clients take a ZIP of two 512 MiB files at 5 MB/s each while the runtime's resident memory
 * is sampled; then one fast client takes the same ZIP and R2's untouched body in turns.
 *
 *   node tools/bench/slow-clients.ts [--clients 20] [--rate 5] [--seconds 60] [--short]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIB } from "../../worker/contract/constants.ts";
import { BUDGETS } from "../checks/budgets.ts";
import { median, put, putInParts, SlowDownload, take } from "./byte-client.ts";
import { benchOptions, isShort } from "./options.ts";
import { residentMemory, WorkerProcess } from "./worker-process.ts";

const { clients, rate, seconds, rounds } = benchOptions({
	clients: [20, 20],
	rate: [5, 2],
	seconds: [60, 15],
	rounds: [5, 1],
});
const PORT = Number(process.env.BENCH_PORT ?? 8795);
const FILES = ["half-1", "half-2"];
const FILE_MIB = isShort ? 64 : 512;
const ZIP = `/zip/${FILES.join(",")}`;
const FAST_ZIP = `/zip/${FILES.map((key) => `fast-${key}`).join(",")}`;
/** The maximum that one client may add to the runtime's memory, in MiB. */
const { slowClientMib: GOAL } = BUDGETS.downloads;

const state = mkdtempSync(join(tmpdir(), "slow-clients-"));

/** Runs `act` with a fresh runtime over the bucket. */
async function withWorker<T>(act: (worker: WorkerProcess) => Promise<T>): Promise<T> {
	const worker = new WorkerProcess("baseline", state, PORT);
	try {
		await worker.start();
		return await act(worker);
	} finally {
		await worker.stop();
	}
}

/** Growth of the runtime's memory in MiB, second by second, while the clients take the archive. */
async function measureGrowth(): Promise<number[]> {
	return withWorker(async (worker) => {
		// Memory the runtime allocates for its first download is not caused by a client.
		await take(worker.port, "/untouched/small");
		const before = residentMemory(worker.pid);
		const downloads: SlowDownload[] = [];
		const growth: number[] = [];
		try {
			for (let n = 0; n < clients; n++)
				downloads.push(await SlowDownload.begin(worker.port, ZIP, rate * 1e6));
			for (let second = 0; second < seconds; second++) {
				await new Promise((done) => setTimeout(done, 1000));
				const now = residentMemory(worker.pid);
				if (before !== null && now !== null) growth.push((now - before) / MIB);
				if ((second + 1) % 10 === 0) console.log(`${second + 1} of ${seconds} s`);
			}
		} finally {
			for (const download of downloads) download.stop();
		}
		const failed = downloads.filter((download) => download.failure !== null).length;
		const mean = downloads.reduce((sum, { bytes }) => sum + bytes, 0) / clients / seconds / 1e6;
		console.log(`${mean.toFixed(1)} MB/s a client, ${failed} broken off`);
		if (failed > 0) process.exitCode = 1;
		return growth;
	});
}

/** Returns true when memory stays under the goal. */
function reportGrowth(growth: readonly number[]): boolean {
	if (growth.length === 0) {
		console.log("this system does not report memory");
		return true;
	}
	const third = Math.ceil(growth.length / 3);
	const peaks = [0, 1, 2].map((n) => Math.max(0, ...growth.slice(n * third, (n + 1) * third)));
	const perClient = Math.max(...peaks) / clients;
	const thirds = peaks.map((value) => (value / clients).toFixed(1)).join(", ");
	console.log(
		`memory grew by ${perClient.toFixed(1)} MiB a client at peaks (first, middle and last third: ${thirds}); goal ${GOAL}`,
	);
	return perClient <= GOAL;
}

/** The speed of one fast client's ZIP and of R2's body, in turns so that a busy machine slows both alike. */
async function compareSpeeds(): Promise<void> {
	await withWorker(async ({ port }) => {
		const ratios: number[] = [];
		for (let round = 0; round <= rounds; round++) {
			const untouched = await take(port, "/untouched/whole");
			const zip = await take(port, FAST_ZIP);
			const ratio = zip.bytes / zip.seconds / (untouched.bytes / untouched.seconds);
			// the first round warms up
			if (round > 0) ratios.push(ratio);
		}
		console.log(`ZIP ÷ R2's untouched body, one fast client: ${median(ratios).toFixed(2)} ×`);
	});
}

try {
	await withWorker(async (worker) => {
		// The local runtime reads objects of one put ten times as fast: there a pause would be visible.
		for (const key of FILES) {
			await putInParts(worker.port, key, FILE_MIB);
			await put(worker.port, `/objects/fast-${key}`, FILE_MIB);
		}
		await put(worker.port, "/objects/whole", FILES.length * FILE_MIB);
		await put(worker.port, "/objects/small", 1);
	});
	if (!reportGrowth(await measureGrowth())) process.exitCode = 1;
	await compareSpeeds();
} finally {
	rmSync(state, { recursive: true, maxRetries: 5 });
}
