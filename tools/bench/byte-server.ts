import { type ChildProcess, spawn } from "node:child_process";
import { devArgs, ROOT, toolEnv, waitFor } from "../local/processes.ts";

/** Runs `worker/test/servers/byte-server.ts`. Its state folder outlives it. */
export class ByteServer {
	private readonly state: string;
	private readonly port: number;
	private child: ChildProcess | null = null;

	constructor(state: string, port: number) {
		this.state = state;
		this.port = port;
	}

	async start(): Promise<void> {
		const options = { port: this.port, "persist-to": this.state, "log-level": "none" };
		this.child = spawn(
			"wrangler",
			[...devArgs(options), "--config", "tools/bench/byte-server.toml"],
			{ cwd: ROOT, env: toolEnv(), stdio: "ignore", detached: true },
		);
		await waitFor(`http://localhost:${this.port}/`, 60_000);
	}

	get pid(): number {
		return this.child?.pid ?? 0;
	}

	async stop(): Promise<void> {
		const { child } = this;
		if (!child?.pid || child.exitCode !== null) return;
		const gone = new Promise((resolve) => child.once("exit", resolve));
		process.kill(-child.pid, "SIGTERM");
		await gone;
		this.child = null;
	}
}
