/**
 * Does the runtime's memory stay constant when attackers send large bodies to JSON routes? Sends them
 * concurrently, as fast as the Worker reads them, and prints the growth of its resident memory.
 *
 *   node tools/bench/json-bodies.ts
 */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { MIB } from "../../worker/contract/constants.ts";
import { residentMemory, type WorkerProcess, withSite } from "./worker-process.ts";

const PORT = Number(process.env.BENCH_PORT ?? 8813);
const BODIES = 20;
const BODY_BYTES = 90e6;
const GOAL_MIB = 32;
const PATHS = ["/api/login", "/api/register", "/api/support", "/api/create-payment-intent"];
const CHUNK = Buffer.alloc(64 * 1024, 0x20);

/**
 * How a body ended. A client that goes on sending without reading the response finds its connection
 * closed, or the local runtime's router does and responds 500 in plain text.
 */
type Outcome =
	| "413"
	| "connection closed"
	| "connection closed to the router"
	| "accepted or failed";
type Sent = { outcome: Outcome; bytes: number };

function outcomeOf({ statusCode, headers }: IncomingMessage): Outcome {
	if (statusCode === 413) return "413";
	if (statusCode === 500 && headers["content-type"]?.startsWith("text/plain"))
		return "connection closed to the router";
	return "accepted or failed";
}

/** Sends one body of blanks until it is complete or the Worker has responded. */
async function send(worker: WorkerProcess, path: string, length: number | null): Promise<Sent> {
	const call = request({
		host: "127.0.0.1",
		port: worker.port,
		method: "POST",
		path,
		headers: {
			"content-type": "application/json",
			"sec-fetch-site": "same-origin",
			...(length !== null && { "content-length": String(length) }),
		},
	});
	let bytes = 0;
	let outcome: Outcome = "connection closed";
	let ended = false;
	const completed = new Promise<void>((resolve) => {
		call.once("response", (response) => {
			outcome = outcomeOf(response);
			response.resume().once("close", resolve);
		});
		// The Worker may close the connection while bytes of a refused body are still being sent.
		call.once("error", () => resolve());
		call.once("close", () => resolve());
	}).then(() => {
		ended = true;
	});
	while (!ended && bytes < BODY_BYTES) {
		bytes += CHUNK.length;
		if (!call.write(CHUNK)) await Promise.race([once(call, "drain").catch(() => {}), completed]);
	}
	call.end();
	await completed;
	call.destroy();
	return { outcome, bytes };
}

const flood = (worker: WorkerProcess, length: number | null) =>
	Promise.all(
		Array.from({ length: BODIES }, (_, i) => send(worker, PATHS[i % PATHS.length] ?? "", length)),
	);

/** One flood while memory is sampled; growth in MiB, null where the system does not report memory. */
async function measured(worker: WorkerProcess, name: string, length: number | null) {
	const before = residentMemory(worker.pid);
	let peak = before ?? 0;
	const watch = setInterval(() => {
		peak = Math.max(peak, residentMemory(worker.pid) ?? 0);
	}, 20);
	const sent = await flood(worker, length);
	clearInterval(watch);
	const growth =
		before === null ? null : (Math.max(peak, residentMemory(worker.pid) ?? 0) - before) / MIB;
	const outcomes = [...Map.groupBy(sent, ({ outcome }) => outcome)]
		.map(([outcome, some]) => `${some.length} × ${outcome}`)
		.join(", ");
	const taken = sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
	console.log(
		`${BODIES} bodies of 90 MB at once, ${name}: ${outcomes}; ${taken.toFixed(0)} MB left the client; memory ${growth === null ? "unknown" : `+${growth.toFixed(0)} MiB`} (goal ≤ ${GOAL_MIB})`,
	);
	if (growth !== null && growth > GOAL_MIB) process.exitCode = 1;
	if (sent.some(({ outcome }) => outcome === "accepted or failed")) process.exitCode = 1;
}

await withSite({ port: PORT, plans: ["free"] }, async ({ worker }) => {
	// Memory the runtime needs for any work is not growth.
	for (let i = 0; i < 200; i++)
		await fetch(`${worker.origin}${PATHS[i % PATHS.length]}`, {
			method: "POST",
			body: " ".repeat(100_000),
			headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
		}).then((response) => response.arrayBuffer());
	await measured(worker, "with their length", BODY_BYTES);
	await measured(worker, "streamed without a length", null);
	await measured(worker, "with their length again", BODY_BYTES);
});
