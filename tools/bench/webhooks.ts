/**
 * Is an event ever lost, invented or sent under a second id, and how long does one take? First the Worker is
 * killed at every call that it makes for seven kinds of effects, with a receiver that dies too (see
 * worker/api/webhooks/kills.test.ts). Then a real Worker sends to a real receiver: the time from the effect to the
 * request at the receiver, and both killed at random, again and again.
 *
 *   npm run bench webhooks -- [--kills 500] [--events 300] [--processes 12] [--short]
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type {
	WebhookEndpointWithSecret,
	WebhookPayload,
} from "../../worker/contract/api/webhooks.ts";
import type { CreatedShare } from "../../worker/contract/catalogue/shares.ts";
import { CRONS } from "../../worker/core/crons.ts";
import { PlainError, ROOT, reportAndExit, toolEnv } from "../local/processes.ts";
import { benchOptions } from "./options.ts";
import { type WorkerProcess, withSite } from "./worker-process.ts";

const options = benchOptions({ kills: [500, 30], events: [300, 30], processes: [12, 3] });
const PORT = Number(process.env.BENCH_PORT ?? 8845);
const GOAL_MS = 5_000;
/** For how long the cron is run for what the kills have left. */
const LEFT_HOURS = 64;

/** `afterMs`: since the effect, whose time by the same clock is in the message. */
type Delivery = { id: string; title: string; afterMs: number };

/** A receiver on this machine, which can be gone for a while. */
class Receiver {
	readonly deliveries: Delivery[] = [];
	secret = "";
	isAway = false;
	readonly #sockets = new Set<Socket>();
	readonly #server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			if (this.isAway) return void request.socket.destroy();
			const body = Buffer.concat(parts).toString();
			const headers = request.headers as Record<string, string>;
			const payload = new Webhook(this.secret).verify(body, headers);
			const { timestamp, data } = payload as WebhookPayload<"share.published">;
			const id = headers["webhook-id"] ?? "";
			const afterMs = Date.now() - Date.parse(timestamp);
			this.deliveries.push({ id, title: data.share.title, afterMs });
			response.writeHead(204).end();
		});
	});

	async listen(): Promise<string> {
		this.#server.on("connection", (socket: Socket) => this.#sockets.add(socket));
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
	}

	/** As a process that is killed: its connections end, and it answers none until it is back. */
	kill(): void {
		this.isAway = true;
		for (const socket of this.#sockets) socket.destroy();
		this.#sockets.clear();
	}

	close(): void {
		this.kill();
		this.#server.close();
	}
}

type Seller = { worker: WorkerProcess; headers: Record<string, string> };

async function call<T>({ worker, headers }: Seller, method: string, path: string, body: object) {
	const isForm = body instanceof FormData;
	const response = await fetch(`${worker.origin}${path}`, {
		method,
		headers: { ...headers, ...(!isForm && { "content-type": "application/json" }) },
		body: isForm ? body : JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

async function publish(seller: Seller): Promise<string> {
	const form = new FormData();
	form.set("title", "Winter light");
	form.set("price", "24.00");
	form.append("files", new File(["a"], "a.txt", { type: "text/plain" }));
	return (await call<CreatedShare>(seller, "POST", "/api/file-shares", form)).fileShare.shareId;
}

/** Gives the share another title, which is an event. */
const rename = (seller: Seller, slug: string, title: string) =>
	call(seller, "PATCH", `/api/file-shares/${slug}`, { title });

/** Runs the cron as if this much time had passed (ms). */
async function cron({ worker }: Seller, laterMs: number): Promise<void> {
	const time = String(Date.now() + laterMs);
	const query = new URLSearchParams({ cron: CRONS.mails.expression, time });
	await fetch(`${worker.origin}/cdn-cgi/local/scheduled?${query}`);
}

/** The times from effects to their deliveries, in ms, sorted. */
async function measure(seller: Seller, slug: string, receiver: Receiver): Promise<number[]> {
	const titles = Array.from({ length: options.events }, (_, nth) => `Measured ${nth}`);
	for (const title of titles) await rename(seller, slug, title);
	await pause(GOAL_MS);
	const byTitle = new Map(receiver.deliveries.map(({ title, afterMs }) => [title, afterMs]));
	return titles
		.map((title) => byTitle.get(title) ?? Number.POSITIVE_INFINITY)
		.toSorted((a, b) => a - b);
}

/** Kills the Worker and the receiver at random; returns the titles of the effects that were acknowledged. */
async function killProcesses(seller: Seller, slug: string, receiver: Receiver): Promise<string[]> {
	const acknowledged: string[] = [];
	for (let round = 0; round < options.processes; round++) {
		const end = Date.now() + 200 + Math.random() * 800;
		const killing = pause(end - Date.now()).then(() => seller.worker.stop("SIGKILL"));
		receiver.isAway = round % 3 === 1;
		if (round % 3 === 2) setTimeout(() => receiver.kill(), Math.random() * 500);
		for (let nth = 0; Date.now() < end; nth++) {
			const title = `Killed ${round}.${nth}`;
			const isDone = await rename(seller, slug, title).then(
				() => true,
				() => false,
			);
			if (isDone) acknowledged.push(title);
		}
		await killing;
		receiver.isAway = false;
		await seller.worker.start();
	}
	const isLeft = () => {
		const titles = new Set(receiver.deliveries.map(({ title }) => title));
		return acknowledged.some((title) => !titles.has(title));
	};
	// A message that was claimed when a kill came is due again later, as after any attempt.
	for (let hours = 1; isLeft() && hours <= LEFT_HOURS; hours *= 2)
		await cron(seller, hours * 3_600_000);
	return acknowledged;
}

/** Runs the test that kills the Worker at each of its calls, and prints its figures. */
async function killCalls(): Promise<void> {
	const test = "worker/api/webhooks/kills.test.ts";
	const child = spawn("vitest", ["run", "--project", "workers", test, "--silent=false"], {
		cwd: ROOT,
		env: toolEnv({ WEBHOOK_KILLS: String(options.kills) }),
		stdio: ["ignore", "pipe", "ignore"],
	});
	let output = "";
	child.stdout.on("data", (chunk: Buffer) => {
		output += chunk.toString();
	});
	const code = await new Promise((resolve) => child.once("close", resolve));
	console.log(/Webhooks: .*/.exec(output)?.[0] ?? output);
	if (code !== 0) throw new PlainError("An event was lost, invented or doubled.");
}

async function realProcesses(): Promise<boolean> {
	const receiver = new Receiver();
	const url = await receiver.listen();
	const vars = { WEBHOOK_LOCALHOST: "true" };
	try {
		return await withSite({ port: PORT, plans: ["pro"], vars }, async ({ worker, creators }) => {
			const cookie = creators[0]?.cookie ?? "";
			const seller = { worker, headers: { cookie, "sec-fetch-site": "same-origin" } };
			const slug = await publish(seller);
			const input = { url, events: ["share.updated"] };
			const path = "/api/webhooks/endpoints";
			const made = await call<WebhookEndpointWithSecret>(seller, "POST", path, input);
			receiver.secret = made.secret;
			const times = await measure(seller, slug, receiver);
			const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
			console.log(
				`${times.length} events, from the effect to the receiver: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms (goal: p95 ≤ ${GOAL_MS} ms)`,
			);
			const acknowledged = await killProcesses(seller, slug, receiver);
			const byTitle = Map.groupBy(receiver.deliveries, ({ title }) => title);
			const lost = acknowledged.filter((title) => !byTitle.has(title)).length;
			const otherId = [...byTitle.values()].filter(
				(all) => new Set(all.map(({ id }) => id)).size > 1,
			).length;
			const repeated = receiver.deliveries.length - byTitle.size;
			console.log(
				`${options.processes} kills of the process, two thirds with the receiver away: ${acknowledged.length} effects acknowledged, ${lost} events lost, ${repeated} repeated, ${otherId} of them under another id`,
			);
			return at(0.95) <= GOAL_MS && lost === 0 && otherId === 0;
		});
	} finally {
		receiver.close();
	}
}

try {
	if (options.kills > 0) await killCalls();
	if (!(await realProcesses())) throw new PlainError("A goal was missed.");
} catch (error) {
	reportAndExit(error);
}
