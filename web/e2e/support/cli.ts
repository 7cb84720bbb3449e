import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCli } from "../../../packages/cli/build.ts";

/** `exitCode` is null after a signal. */
export type CliRun = { stdout: string; stderr: string; exitCode: number | null };
export type CliInput = {
	input?: string;
	env?: Record<string, string>;
	/** when the process is killed */
	until?: Promise<unknown>;
	/** called with stderr so far, and a function that kills the process immediately */
	watch?: (stderr: string, kill: (signal?: NodeJS.Signals) => void) => void;
};

/** `CLI_NODE` overrides it, for example with the oldest supported version. */
const NODE = process.env.CLI_NODE ?? process.execPath;

export class CliMachine {
	readonly home = mkdtempSync(join(tmpdir(), "cli-home-"));
	readonly #program: string;
	readonly #server: string;
	/** everything printed on this machine */
	printed = "";

	constructor(program: string, server: string) {
		this.#program = program;
		this.#server = server;
	}

	run(args: readonly string[], { input, env, until, watch }: CliInput = {}): Promise<CliRun> {
		return new Promise((resolve, reject) => {
			const child = spawn(NODE, [this.#program, ...args], {
				cwd: this.home,
				env: {
					PATH: process.env.PATH ?? "",
					HOME: this.home,
					XDG_CONFIG_HOME: join(this.home, ".config"),
					TILLBOX_SERVER: this.#server,
					...env,
				},
				stdio: ["pipe", "pipe", "pipe"],
			});
			const run: CliRun = { stdout: "", stderr: "", exitCode: null };
			child.stdout.on("data", (chunk) => {
				run.stdout += chunk;
			});
			child.stderr.on("data", (chunk) => {
				run.stderr += chunk;
				watch?.(run.stderr, (signal = "SIGKILL") => child.kill(signal));
			});
			child.once("error", reject);
			child.once("close", (exitCode) => {
				this.printed += run.stdout + run.stderr;
				resolve({ ...run, exitCode });
			});
			void until?.then(() => child.kill("SIGKILL"));
			child.stdin.on("error", () => {});
			child.stdin.end(input ?? "");
		});
	}

	/** The command must succeed. */
	async json<T = Record<string, unknown>>(args: readonly string[], input?: CliInput): Promise<T> {
		const { stdout, stderr, exitCode } = await this.run([...args, "--json"], input);
		if (exitCode !== 0)
			throw new Error(`tillbox ${args.join(" ")} exited with ${exitCode}: ${stdout}${stderr}`);
		return JSON.parse(stdout);
	}

	remove(): void {
		rmSync(this.home, { recursive: true, force: true });
	}
}

export function builtCli(folder: string): Promise<string> {
	return buildCli(join(folder, "tillbox.js"));
}
