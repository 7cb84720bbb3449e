import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, waitFor } from "../local/processes.ts";
import { descendantsOf, type Listed, listProcesses } from "../local/watchdog.ts";

/** `npm start` in a folder of its own; what it printed so far. */
class Installation {
	readonly origin: string;
	readonly child: ChildProcess;
	output = "";

	constructor(port: number, state: string) {
		this.origin = `http://localhost:${port}`;
		this.child = spawn("npm", ["start"], {
			cwd: ROOT,
			env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(port + 1), STATE_DIR: state },
			stdio: ["ignore", "pipe", "pipe"],
			detached: true,
		});
		for (const stream of [this.child.stdout, this.child.stderr])
			stream?.on("data", (chunk: Buffer) => {
				this.output += chunk.toString();
			});
	}

	get processes(): Listed[] {
		return descendantsOf(this.child.pid ?? 0);
	}

	async waitForOutput(words: string, timeoutMs = 180_000): Promise<void> {
		for (const end = Date.now() + timeoutMs; !this.output.includes(words); ) {
			if (Date.now() > end) throw new Error(`never said "${words}":\n${this.output}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}
}

async function call(origin: string, path: string, body: unknown): Promise<number> {
	const { status } = await fetch(`${origin}${path}`, {
		method: "POST",
		headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
		body: JSON.stringify(body),
	});
	return status;
}

const ACCOUNT = { email: "soak@example.test", password: "zebra8fjord" };

/** Returns the processes that still run after `timeoutMs`. */
async function leftOf(processes: readonly Listed[], timeoutMs = 20_000): Promise<Listed[]> {
	for (const end = Date.now() + timeoutMs; ; ) {
		const alive = new Set(
			listProcesses()
				.filter(({ isZombie }) => !isZombie)
				.map(({ pid }) => pid),
		);
		const left = processes.filter(({ pid }) => alive.has(pid));
		if (left.length === 0 || Date.now() > end) return left;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}

/** What is killed, by a word in its command; npm itself is not among its own descendants. */
const TERMINATIONS: readonly [name: string, word: string | null, signal: NodeJS.Signals][] = [
	["npm by SIGTERM", null, "SIGTERM"],
	["npm by SIGKILL", null, "SIGKILL"],
	["tools/start.ts by SIGTERM", "node tools/start.ts", "SIGTERM"],
	["tools/start.ts by SIGKILL", "node tools/start.ts", "SIGKILL"],
];
const RESTARTS: readonly [name: string, word: string, back: string][] = [
	["the runtime that has the port", "socket-addr=entry=localhost", "The Worker is back."],
	["the runtime behind it", "workerd serve", "A part of The Worker's runtime ended"],
	["wrangler", "wrangler-dist/cli.js dev", "The Worker is back."],
	["the sandbox", "node packages/stripe-sandbox", "The Stripe sandbox is back."],
];

function kill(installation: Installation, word: string, signal: NodeJS.Signals): void {
	const found = installation.processes.filter(({ command }) => command.includes(word));
	// `sh -c node tools/start.ts` contains the word too; the last one is the process itself.
	const pid = found.at(-1)?.pid;
	if (pid === undefined) throw new Error(`there is no ${word}`);
	process.kill(pid, signal);
}

/** Ends a running installation in every way; false when a process is left. */
async function terminationRounds(port: number, state: string): Promise<boolean> {
	let isPassed = true;
	for (const [name, word, signal] of TERMINATIONS) {
		const installation = new Installation(port, state);
		await installation.waitForOutput("Ctrl-C ends it.");
		const all = [...installation.processes];
		if (word === null) installation.child.kill(signal);
		else kill(installation, word, signal);
		const left = await leftOf(all);
		console.log(`${name}: ${left.length} of ${all.length} processes left`);
		for (const { pid, command } of left) console.log(`  ${pid} ${command.slice(0, 100)}`);
		isPassed &&= left.length === 0;
	}
	return isPassed;
}

/** Kills parts of a running installation; false when one does not come back, or data is lost. */
async function restartRounds(port: number, state: string): Promise<boolean> {
	const installation = new Installation(port, state);
	// A second copy beside it, which must not be affected by the first.
	const besideState = mkdtempSync(join(tmpdir(), "processes-beside-"));
	const beside = new Installation(port + 2, besideState);
	let isPassed = true;
	try {
		await Promise.all([installation, beside].map((one) => one.waitForOutput("Ctrl-C ends it.")));
		const { origin } = installation;
		await call(origin, "/api/register", {
			...ACCOUNT,
			plan: "free",
			firstName: "Ada",
			lastName: "Meyer",
		});
		for (const [name, word, back] of RESTARTS) {
			installation.output = "";
			kill(installation, word, "SIGKILL");
			await installation.waitForOutput(back);
			await waitFor(`${origin}/api/config`, 60_000);
			const status = await call(origin, "/api/login", ACCOUNT);
			console.log(`${name} by SIGKILL: back, and sign-in responds ${status}`);
			isPassed &&= status === 200;
		}
		const all = [...installation.processes, ...beside.processes];
		for (const one of [installation, beside]) one.child.kill("SIGTERM");
		isPassed &&= (await leftOf(all)).length === 0;
	} finally {
		for (const one of [installation, beside]) one.child.kill("SIGTERM");
		await leftOf([...installation.processes, ...beside.processes]);
		rmSync(besideState, { recursive: true, force: true, maxRetries: 5 });
	}
	return isPassed;
}

/** Starts `npm start` and kills it, and each of its parts. */
export async function processRounds(port: number): Promise<boolean> {
	const state = mkdtempSync(join(tmpdir(), "processes-"));
	try {
		const died = await terminationRounds(port, state);
		return (await restartRounds(port, state)) && died;
	} finally {
		rmSync(state, { recursive: true, force: true, maxRetries: 5 });
	}
}
