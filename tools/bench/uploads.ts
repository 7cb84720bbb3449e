/**
 * Compares uploads with a bare `R2.put` on the same runtime and machine; does memory stay constant with a
 * 5 GiB file? Starts Workers of its own and prints ratios from one run.
 *
 *   node tools/bench/uploads.ts [large] [small] [film] [--short]
 */
import { request } from "node:http";
import { MIB } from "../../worker/contract/constants.ts";
import { BUDGETS } from "../checks/budgets.ts";
import { isShort } from "./options.ts";
import { partBytes, partCount, type SampleFile, sha256Of } from "./sample-bytes.ts";
import { IN_FLIGHT, samples, UploadClient } from "./upload-client.ts";
import {
	processorTime,
	residentMemory,
	type Site,
	type WorkerProcess,
	withBaseline,
	withSite,
} from "./worker-process.ts";

const args = process.argv.slice(2);
const chosen = args.filter((arg) => !arg.startsWith("--"));
const PORT = Number(process.env.BENCH_PORT ?? 8811);
const REPETITIONS = isShort ? 1 : 4;

const seconds = async (act: () => Promise<unknown>) => {
	const began = performance.now();
	await act();
	return (performance.now() - began) / 1000;
};

function putWhole(worker: WorkerProcess, file: SampleFile): Promise<void> {
	return new Promise((resolve, reject) => {
		const call = request(
			{
				host: "127.0.0.1",
				port: worker.port,
				method: "PUT",
				path: `/objects/${file.name}`,
				headers: { "content-length": String(file.size) },
			},
			(response) => {
				response
					.resume()
					.once("end", () =>
						response.statusCode === 200
							? resolve()
							: reject(new Error(`put: ${response.statusCode}`)),
					);
			},
		).once("error", reject);
		void (async () => {
			for (let n = 1; n <= partCount(file); n++)
				if (!call.write(partBytes(file, n))) await new Promise((go) => call.once("drain", go));
			call.end();
		})();
	});
}

async function putMany(client: UploadClient, files: readonly SampleFile[]): Promise<void> {
	const queue = [...files];
	const work = async () => {
		for (let file = queue.shift(); file; file = queue.shift()) {
			const { status } = await client.send("PUT", `/objects/${file.name}`, partBytes(file, 1));
			if (status !== 200) throw new Error(`put: ${status}`);
		}
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

type Side = { pid: number; act: () => Promise<unknown> };

/** In seconds; `processor` of the Worker's processes. */
async function measure({ pid, act }: Side) {
	const before = processorTime(pid) ?? 0;
	const time = await seconds(act);
	return { time, processor: (processorTime(pid) ?? 0) - before };
}

/** Alternates, so that a busy machine slows both sides. */
async function compare(protocol: Side, bare: Side, cleanup = async () => {}) {
	const rounds: { bare: number; protocol: number; processor: number }[] = [];
	for (let round = 0; round <= REPETITIONS; round++) {
		await cleanup();
		const [one, other] = [await measure(bare), await measure(protocol)];
		const processor = other.processor / one.processor;
		if (round > 0) rounds.push({ bare: one.time, protocol: other.time, processor });
		console.log(
			`turn ${round} of ${REPETITIONS}: ${other.time.toFixed(1)} and ${one.time.toFixed(1)} s`,
		);
	}
	// The least times: other load only adds to them.
	return {
		bare: Math.min(...rounds.map((round) => round.bare)),
		protocol: Math.min(...rounds.map((round) => round.protocol)),
		/** the median ratio of processor times, which hardly depends on the load */
		processor:
			rounds.map((round) => round.processor).toSorted((a, b) => a - b)[rounds.length >> 1] ?? 0,
	};
}

const clientOf = ({ worker, creators }: Site, index = 0) => {
	const creator = creators[index];
	if (!creator) throw new Error("no such creator");
	return new UploadClient(worker.port, creator);
};

async function large(): Promise<void> {
	const size = (isShort ? 64 : 1024) * MIB;
	await withBaseline(PORT + 1, (baseline) =>
		withSite({ port: PORT, plans: ["pro"] }, async (site) => {
			const client = clientOf(site);
			const files = samples(1, size);
			const time = await compare(
				{ pid: site.worker.pid, act: () => client.upload(files) },
				{
					pid: baseline.pid,
					act: () => putWhole(baseline, files[0] ?? { name: "x", size, seed: 0 }),
				},
			);
			client.close();
			const rate = (s: number) => `${(size / s / 1e6).toFixed(0)} MB/s`;
			console.log(`${size / MIB} MiB, one bare put: ${rate(time.bare)}`);
			console.log(
				`${size / MIB} MiB through the protocol: ${rate(time.protocol)}, ${(time.bare / time.protocol).toFixed(2)} × (goal ≥ ${BUDGETS.uploads.film}); ${time.processor.toFixed(2)} × the processor time`,
			);
		}),
	);
}

async function small(): Promise<void> {
	const files = samples(isShort ? 200 : 1000, 20_000);
	await withBaseline(PORT + 1, (baseline) =>
		withSite({ port: PORT, plans: ["pro"] }, async (site) => {
			const client = clientOf(site);
			const bare = new UploadClient(baseline.port, { cookie: "" });
			let publishing = 0;
			const begun: string[] = [];
			const time = await compare(
				{
					pid: site.worker.pid,
					act: async () => {
						const upload = await client.begin(files);
						await client.sendMissing(await client.fetchStatus(upload.id), files);
						begun.push(upload.id);
					},
				},
				{ pid: baseline.pid, act: () => putMany(bare, files) },
				async () => {
					for (const id of begun.splice(0)) await client.send("DELETE", `/api/uploads/${id}`);
				},
			);
			const last = begun.at(-1);
			if (last) publishing = await seconds(() => client.complete(last));
			client.close();
			bare.close();
			console.log(`${files.length} × 20 KB, bare puts: ${time.bare.toFixed(2)} s`);
			console.log(
				`${files.length} × 20 KB through the protocol: ${time.protocol.toFixed(2)} s, ${(time.protocol / time.bare).toFixed(2)} × (goal ≤ ${BUDGETS.uploads.smallFiles}); ${time.processor.toFixed(2)} × the processor time; published in ${publishing.toFixed(2)} s`,
			);
		}),
	);
}

async function film(): Promise<void> {
	const size = (isShort ? 128 : 5 * 1024) * MIB;
	await withSite({ port: PORT, plans: ["pro"] }, async (site) => {
		const client = clientOf(site);
		// Memory for any work isn't growth.
		await client.upload(samples(1, (isShort ? 8 : 64) * MIB));
		const before = residentMemory(site.worker.pid);
		let peak = before ?? 0;
		const marks: number[] = [];
		const watch = setInterval(() => {
			const now = residentMemory(site.worker.pid) ?? 0;
			marks.push(now);
			peak = Math.max(peak, now);
		}, 500);
		const [sample] = samples(1, size);
		if (!sample) return;
		const up = { took: 0, id: "" };
		up.took = await seconds(async () => {
			const share = await client.upload([sample]);
			up.id = share.files[0]?.id ?? "";
		});
		const got = await client.download(up.id);
		clearInterval(watch);
		client.close();
		const same = got.sha256 === sha256Of(sample) && got.size === size;
		console.log(
			`a file of ${size / MIB} MiB: up at ${(size / up.took / 1e6).toFixed(0)} MB/s, down again with ${same ? "an equal" : "ANOTHER"} SHA-256`,
		);
		if (before !== null)
			console.log(
				`memory meanwhile: +${((peak - before) / MIB).toFixed(0)} MiB at peak (goal ≤ 256)`,
			);
		if (!same) process.exitCode = 1;
	});
}

const benches = { large, small, film };
for (const [name, bench] of Object.entries(benches))
	if (chosen.length === 0 || chosen.includes(name)) await bench();
