/**
 * Compares downloads with R2's body served unchanged, on the same runtime and machine; then checks that memory stays
 * constant with a slow client, and that an aborted archive is detectable. Locally an object stored by one `put` is read
 * ten times as fast as an upload's parts: both are shown.
 *
 *   node tools/bench/downloads.ts [--turns 5] [--short]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIB } from "../../worker/contract/constants.ts";
import { BUDGETS } from "../checks/budgets.ts";
import { residentMemory } from "../local/proc.ts";
import { median, open, put, putInParts, take } from "./byte-client.ts";
import { ByteServer } from "./byte-server.ts";
import { benchOptions, goalMissed, isShort } from "./options.ts";

const PORT = Number(process.env.BENCH_PORT ?? 8795);
const { turns } = benchOptions({ turns: [5, 2] });
/** MiB */
const PART = isShort ? 64 : 256;
const PARTS = ["part-0", "part-1", "part-2", "part-3"];
const ZIP_OF_PARTS = `/zip/${PARTS.join(",")}`;
const GOALS = BUDGETS.downloads;

/** Seconds by path and turn; every turn has all paths, so a busy machine slows them equally. */
async function timesOf(paths: readonly string[]): Promise<number[][]> {
	const times: number[][] = paths.map(() => []);
	// The first turn warms up.
	for (let turn = 0; turn <= turns; turn++)
		for (const [index, path] of paths.entries()) {
			const { seconds } = await take(PORT, path);
			if (turn > 0) times[index]?.push(seconds);
		}
	return times;
}

/** In MiB, while a client reads at about 2 MB/s for some seconds. */
async function growthWithSlowClient(path: string, pid: number): Promise<number | null> {
	const before = residentMemory(pid);
	const { call, incoming } = open(PORT, "GET", path);
	call.end();
	const response = await incoming;
	response.pause();
	let peak = before ?? 0;
	for (let tick = 0; tick < (isShort ? 20 : 80); tick++) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		response.read(200_000);
		peak = Math.max(peak, residentMemory(pid) ?? 0);
	}
	call.destroy();
	return before === null ? null : (peak - before) / MIB;
}

const state = mkdtempSync(join(tmpdir(), "downloads-"));

async function withWorker<T>(act: (pid: number) => Promise<T>): Promise<T> {
	const worker = new ByteServer(state, PORT);
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
	await putInParts(PORT, "uploaded", PART * PARTS.length);
	await put(PORT, "/small/1000/20000");
}

function reportRatio(
	what: string,
	{ own, untouched, goal }: { own: number[]; untouched: number[]; goal: number },
): void {
	const ratios = own.map((seconds, turn) => (untouched[turn] ?? Number.NaN) / seconds);
	const best = Math.min(...untouched) / Math.min(...own);
	console.log(
		`${what}: median ${rateOf(median(own))}, ${median(ratios).toFixed(2)} ×; fastest ${rateOf(Math.min(...own))}, ${best.toFixed(2)} ×; the slowest turn ${Math.min(...ratios).toFixed(2)} × (goal: median ≥ ${goal})`,
	);
	if (median(ratios) < goal) goalMissed("time");
}

const rateOf = (seconds: number) => `${((PART * 4 * MIB) / seconds / 1e6).toFixed(0)} MB/s`;

function reportTime(what: string, times: readonly number[], goal?: number): void {
	const [middle, least] = [median(times), Math.min(...times)].map((s) => s * 1000);
	const wanted = goal === undefined ? "" : ` (goal: minimum ≤ ${goal} ms)`;
	console.log(`${what}: median ${middle?.toFixed(0)} ms, minimum ${least?.toFixed(0)} ms${wanted}`);
	if (goal !== undefined && (least ?? 0) > goal) goalMissed("time");
}

async function compareSpeeds(): Promise<void> {
	const [untouched = [], file = [], zip = []] = await timesOf([
		"/untouched/large",
		"/file/large",
		ZIP_OF_PARTS,
	]);
	console.log(
		`${PART * 4} MiB, R2's body untouched: median ${rateOf(median(untouched))}, fastest ${rateOf(Math.min(...untouched))}`,
	);
	reportRatio(`${PART * 4} MiB as a file`, { own: file, untouched, goal: GOALS.file });
	reportRatio(`ZIP of 4 × ${PART} MiB`, { own: zip, untouched, goal: GOALS.zip });

	const [bare = [], uploaded = []] = await timesOf(["/untouched/uploaded", "/file/uploaded"]);
	console.log(
		`stored in parts, R2's body untouched: median ${rateOf(median(bare))}, the local store's limit`,
	);
	reportRatio(`${PART * 4} MiB as a file stored in parts`, {
		own: uploaded,
		untouched: bare,
		goal: GOALS.file,
	});

	const [whole = [], packed = [], unpacked = []] = await timesOf([
		"/untouched/pack",
		"/packed",
		"/unpacked",
	]);
	reportTime("20 MB in one object, untouched", whole);
	reportTime("ZIP of 1,000 × 20 KB, packed", packed, GOALS.packedMs);
	reportTime("ZIP of 1,000 × 20 KB, not packed", unpacked, GOALS.unpackedMs);
}

/** True if an aborted archive is detectable, and HEAD returns the exact length. */
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
	console.log(`storing ${PART * 8} MiB and 1,000 files`);
	await withWorker(seed);
	for (const path of ["/file/large", ZIP_OF_PARTS, "/untouched/large"]) {
		// A fresh runtime each, since memory allocated earlier hides later growth.
		const growth = await withWorker((pid) => growthWithSlowClient(path, pid));
		const shown = growth === null ? "not told by this system" : `${growth.toFixed(0)} MiB`;
		console.log(`slow client, ${path.split("/")[1]}: memory grew by ${shown}`);
	}
	await withWorker(compareSpeeds);
	if (!(await withWorker(checkHonesty))) goalMissed("count");
} finally {
	rmSync(state, { recursive: true });
}
