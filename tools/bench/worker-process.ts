import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigrations } from "../local/migrations.ts";
import { devArgs, ROOT, run, toolEnv } from "../local/processes.ts";
import { varFlags } from "../local/vars.ts";
import { configWithoutBuild } from "../local/wrangler-config.ts";

const VARS = {
	APP_SECRET: "a secret for benchmarks only, of more than 32 characters",
	STRIPE_SECRET_KEY: "sk_test_sandbox",
	STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
	STRIPE_WEBHOOK_SECRET: "whsec_bench",
	// All buyers share one network.
	LOOPBACK_REGISTRATIONS_PER_MINUTE: "100",
};

/** A whole Cookie header. */
export type BenchCreator = { cookie: string };

/** No mails, no slow hashes. */
async function addCreators(
	state: string,
	plans: readonly ("free" | "pro")[],
): Promise<BenchCreator[]> {
	if (plans.length === 0) return [];
	const now = Date.now();
	const far = now + 30 * 24 * 60 * 60 * 1000;
	const lines: string[] = [];
	const creators = plans.map((plan) => {
		const id = randomBytes(16).toString("base64url");
		const session = randomBytes(32).toString("base64url");
		const hash = createHash("sha256").update(session).digest("base64url");
		lines.push(
			`INSERT INTO users (id, email, password_hash, plan, email_verified_at, created_at) VALUES ('${id}', '${id}@example.test', 'unusable', '${plan}', ${now}, ${now});`,
			`INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, expires_at) VALUES ('${hash}', '${randomBytes(16).toString("base64url")}', '${id}', ${now}, ${now}, ${far});`,
		);
		return { cookie: `session=${session}` };
	});
	const file = join(state, "creators.sql");
	writeFileSync(file, lines.join("\n"));
	await run("wrangler", [
		"d1",
		"execute",
		"DB",
		"--local",
		"--persist-to",
		state,
		"--yes",
		"--file",
		file,
	]);
	return creators;
}

function sumBelow(pid: number, read: (folder: string) => number): number | null {
	if (!existsSync("/proc/self/stat")) return null;
	const seen = new Map<number, { parent: number; value: number }>();
	for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
		try {
			const parent = Number(statFields(join("/proc", name))[1]);
			seen.set(Number(name), { parent, value: read(join("/proc", name)) });
		} catch {}
	}
	const below = (one: number): number => {
		const children = [...seen].filter(([, { parent }]) => parent === one);
		return (seen.get(one)?.value ?? 0) + children.reduce((sum, [child]) => sum + below(child), 0);
	};
	return below(pid);
}

/** The fields of /proc/…/stat after the name, which may contain spaces. */
function statFields(folder: string): string[] {
	const stat = readFileSync(join(folder, "stat"), "utf8");
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** In bytes, with descendants; null without /proc. */
export function residentMemory(pid: number): number | null {
	return sumBelow(pid, (folder) => {
		const status = readFileSync(join(folder, "status"), "utf8");
		return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
	});
}

/** In seconds, with descendants; null without /proc. */
export function processorTime(pid: number): number | null {
	return sumBelow(pid, (folder) => {
		const fields = statFields(folder);
		return (Number(fields[11]) + Number(fields[12])) / 100;
	});
}

function assetsIn(state: string): string {
	const assets = join(state, "assets");
	mkdirSync(assets, { recursive: true });
	writeFileSync(join(assets, "index.html"), "<!doctype html><title>bench</title>");
	writeFileSync(join(assets, "common-passwords.txt"), "");
	return assets;
}

type Kind = "product" | "baseline";

/** Its state folder outlives it. */
export class WorkerProcess {
	readonly port: number;
	readonly origin: string;
	private readonly state: string;
	private readonly kind: Kind;
	private child: ChildProcess | null = null;

	constructor(kind: Kind, state: string, port: number) {
		this.kind = kind;
		this.state = state;
		this.port = port;
		this.origin = `http://localhost:${port}`;
	}

	async start(): Promise<void> {
		const assets = assetsIn(this.state);
		const vars = { ...VARS, APP_ORIGIN: this.origin };
		const product = [
			// Bundled, since a source change would restart the Worker during a measurement.
			join(this.state, "bundle", "index.js"),
			"--no-bundle",
			"--config",
			configWithoutBuild(ROOT),
			"--assets",
			assets,
			...varFlags(vars),
		];
		const baseline = ["--config", "tools/bench/byte-server.toml"];
		this.child = spawn(
			"wrangler",
			[
				...devArgs({ port: this.port, "persist-to": this.state, "log-level": "none" }),
				...(this.kind === "product" ? product : baseline),
			],
			{ cwd: ROOT, env: toolEnv(), stdio: "ignore", detached: true },
		);
		const path = this.kind === "product" ? "/api/uploads" : "/untouched/none";
		await this.isResponding(path);
	}

	private async isResponding(path: string): Promise<void> {
		const end = Date.now() + 60_000;
		for (;;) {
			const up = await fetch(`${this.origin}${path}`).then(
				(response) => response.arrayBuffer().then(() => true),
				() => false,
			);
			if (up) return;
			if (Date.now() > end) throw new Error(`${this.origin} did not answer within a minute`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	get pid(): number {
		return this.child?.pid ?? 0;
	}

	/** SIGKILL ends the runtime immediately, like a crash. */
	async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
		const { child } = this;
		if (!child?.pid || child.exitCode !== null) return;
		const gone = new Promise((resolve) => child.once("exit", resolve));
		process.kill(-child.pid, signal);
		await gone;
		this.child = null;
	}
}

export type Site = { worker: WorkerProcess; creators: BenchCreator[] };

export async function withSite<T>(
	options: {
		port: number;
		plans: readonly ("free" | "pro")[];
	},
	act: (site: Site) => Promise<T>,
): Promise<T> {
	const state = mkdtempSync(join(tmpdir(), "uploads-"));
	await run("wrangler", [
		"deploy",
		"--dry-run",
		"--outdir",
		join(state, "bundle"),
		"--assets",
		assetsIn(state),
	]);
	await applyMigrations(state);
	const creators = await addCreators(state, options.plans);
	const worker = new WorkerProcess("product", state, options.port);
	try {
		await worker.start();
		return await act({ worker, creators });
	} finally {
		await worker.stop();
		rmSync(state, { recursive: true, force: true });
	}
}

export async function withBaseline<T>(
	port: number,
	act: (worker: WorkerProcess) => Promise<T>,
): Promise<T> {
	const state = mkdtempSync(join(tmpdir(), "baseline-"));
	const worker = new WorkerProcess("baseline", state, port);
	try {
		await worker.start();
		return await act(worker);
	} finally {
		await worker.stop();
		rmSync(state, { recursive: true, force: true });
	}
}
