/**
 * Compares downloads with R2's body served unchanged, on the same runtime and machine. Starts a Worker of
 * its own (worker/test/byte-server.ts), measures, and prints ratios; then whether memory stays constant
 * with a slow client, and whether an aborted archive is detectable.
 *
 *   node dev/bench/download-speed.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIB } from "../../worker/contract/constants.ts";
import { median, open, put, take } from "./byte-client.ts";
import { residentMemory, WorkerProcess } from "./worker-process.ts";

const PORT = Number(process.env.BENCH_PORT ?? 8795);
const PART = 256;
const PARTS = ["part-0", "part-1", "part-2", "part-3"];
const ZIP_OF_PARTS = `/zip/${PARTS.join(",")}`;
const REPETITIONS = 5;

/** Median MB/s of each path, measured alternately so that a busy machine slows all alike. */
async function speeds(paths: string[]): Promise<number[]> {
	const rates: number[][] = paths.map(() => []);
	for (let round = 0; round <= REPETITIONS; round++) {
		for (const [index, path] of paths.entries()) {
			const { bytes, seconds } = await take(PORT, path);
			// the first round warms up
			if (round > 0) rates[index]?.push(bytes / seconds / 1e6);
		}
	}
	return rates.map(median);
}

/** Growth of the runtime's memory in MiB while a client takes `path` at about 2 MB/s for 8 s. */
async function growthWithSlowClient(path: string, pid: number): Promise<number | null> {
	const before = residentMemory(pid);
	const { call, incoming } = open(PORT, "GET", path);
	call.end();
	const response = await incoming;
	response.pause();
	let peak = before ?? 0;
	for (let tick = 0; tick < 80; tick++) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		response.read(200_000);
		peak = Math.max(peak, residentMemory(pid) ?? 0);
	}
	call.destroy();
	return before === null ? null : (peak - before) / MIB;
}

const state = mkdtempSync(join(tmpdir(), "download-speed-"));

/** Runs `act` with a fresh runtime over the bench's bucket; `act` gets its process id. */
async function withWorker<T>(act: (pid: number) => Promise<T>): Promise<T> {
	const worker = new WorkerProcess("baseline", state, PORT);
	try {
		await worker.start();
		return await act(worker.pid);
	} finally {
		await worker.stop();
	}
}

async function seed(): Promise<void> {
	for (const key of PARTS) await put(PORT, `/objects/${key}`, PART);
	await put(PORT, "/objects/large", PART * PARTS.length);
	await put(PORT, "/small/1000/20000");
}

async function compareSpeeds(): Promise<void> {
	const [untouched = 0, file = 0, zip = 0] = await speeds([
		"/untouched/large",
		"/file/large",
		ZIP_OF_PARTS,
	]);
	const ratio = (rate: number) => `${rate.toFixed(0)} MB/s, ${(rate / untouched).toFixed(2)} ×`;
	console.log(`1 GiB, R2's body untouched: ${untouched.toFixed(0)} MB/s`);
	console.log(`1 GiB as a file: ${ratio(file)}`);
	console.log(`ZIP of 4 × 256 MiB: ${ratio(zip)}`);

	const [whole = 0, packed = 0, unpacked = 0] = await speeds([
		"/untouched/pack",
		"/packed",
		"/unpacked",
	]);
	const ms = (rate: number) => `${(20e6 / rate / 1e3).toFixed(0)} ms`;
	console.log(`20 MB in one object, untouched: ${ms(whole)}`);
	console.log(`ZIP of 1,000 × 20 KB, packed: ${ms(packed)}; not packed: ${ms(unpacked)}`);
}

/** True when an aborted archive is detectable, and HEAD returns the exact length. */
async function checkHonesty(): Promise<boolean> {
	const broken = await take(PORT, "/zip/part-0,none");
	console.log(
		`an archive with a lost object: ${broken.whole ? "ENDED AS IF WHOLE" : "broken off"}`,
	);
	const head = open(PORT, "HEAD", "/file/large");
	head.call.end();
	const length = (await head.incoming).headers["content-length"];
	const exact = length === String(PART * PARTS.length * MIB);
	console.log(`HEAD: Content-Length ${exact ? "exact" : length}`);
	return exact && !broken.whole;
}

try {
	await withWorker(seed);
	for (const path of ["/file/large", ZIP_OF_PARTS, "/untouched/large"]) {
		// A fresh runtime each, since memory that was once allocated hides later growth.
		const growth = await withWorker((pid) => growthWithSlowClient(path, pid));
		const shown = growth === null ? "not told by this system" : `${growth.toFixed(0)} MiB`;
		console.log(`slow client, ${path.split("/")[1]}: memory grew by ${shown}`);
	}
	await withWorker(compareSpeeds);
	process.exitCode = (await withWorker(checkHonesty)) ? 0 : 1;
} finally {
	rmSync(state, { recursive: true });
}
