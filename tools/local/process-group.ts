import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { ROOT, toolEnv } from "./processes.ts";
import { descendantsOf, Watchdog, watchNpm } from "./watchdog.ts";

const GRACE_MS = 4000;
/** A member that dies more often isn't restarted. */
const RESTARTS_PER_MINUTE = 5;
const CHECK_INTERVAL_MS = 1000;

type Options = {
	env?: Record<string, string>;
	/** for each line; null hides it */
	filter?: (line: string) => string | null;
	/** a file for all lines */
	keepIn?: string | undefined;
	/** part of the command of a child process that the member can't run without */
	needs?: string;
	ready?: () => Promise<void>;
};

type Member = {
	name: string;
	command: string;
	args: readonly string[];
	options: Options;
	child: ChildProcess;
	restarts: number[];
};

/** Members start and end together. A killed one is restarted. */
export class ProcessGroup {
	readonly #members = new Map<string, Member>();
	readonly #watchdog = new Watchdog();
	#ending = false;

	constructor() {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
			process.once(signal, () => void this.end(0));
		watchNpm(() => void this.end(0));
	}

	/** Uses a process group of its own. If the member fails, all end; if it is killed, it is restarted. */
	start(name: string, command: string, args: readonly string[], options: Options = {}): void {
		this.#spawn({ name, command, args, options, restarts: [] });
	}

	/**
	 * Restarts a member if the child process that it `needs` is gone. Throws if there is none, as after an update of
	 * Wrangler.
	 */
	watchInnerProcesses(): void {
		for (const member of this.#members.values()) {
			const { needs } = member.options;
			const commands = descendantsOf(member.child.pid ?? 0)
				.map(({ command }) => command)
				.join("\n");
			if (needs && process.platform !== "win32" && !commands.includes(needs))
				throw new Error(`${member.name} has no process with ${needs} in its command.`);
			this.#watchInner(member);
		}
	}

	async end(code: number): Promise<never> {
		if (!this.#ending) {
			this.#ending = true;
			await Promise.all([...this.#members.values()].map(({ child }) => endGroup(child)));
		}
		process.exit(code);
	}

	#spawn(member: Omit<Member, "child">): void {
		const { name, command, args, options } = member;
		const child = spawn(command, args, {
			cwd: ROOT,
			env: toolEnv(options.env),
			stdio: ["ignore", "pipe", "pipe"],
			detached: process.platform !== "win32",
		});
		const { pid } = child;
		if (pid !== undefined) this.#watchdog.add(pid);
		this.#members.set(name, { ...member, child });
		printLines(child, options);
		child.once("error", (error) => {
			console.error(`${name} could not be started: ${error.message}`);
			void this.end(1);
		});
		child.once("exit", (code, signal) => {
			if (this.#ending || this.#members.get(name)?.child !== child) return;
			if (signal !== null) void this.#restart(name, `${name} was killed (${signal})`);
			// Wrangler's launcher exits with 0 if its child was killed.
			else if (code === 0) void this.#restart(name, `${name} ended or was killed`);
			else {
				console.error(`${name} ended unexpectedly (exit ${code}).`);
				void this.end(1);
			}
		});
	}

	async #restart(name: string, why: string): Promise<void> {
		const member = this.#members.get(name);
		if (!member || this.#ending) return;
		this.#members.delete(name);
		const recent = member.restarts.filter((at) => at > Date.now() - 60_000);
		if (recent.length >= RESTARTS_PER_MINUTE) {
			console.error(`${why} for the ${recent.length + 1}th time within a minute; giving up.`);
			await endGroup(member.child);
			return void this.end(1);
		}
		console.error(`${why}. Starting it again; the data is safe.`);
		await endGroup(member.child);
		if (member.child.pid !== undefined) this.#watchdog.remove(member.child.pid);
		if (this.#ending) return;
		this.#spawn({ ...member, restarts: [...recent, Date.now()] });
		try {
			await member.options.ready?.();
		} catch (error) {
			if (this.#ending) return;
			console.error(`${name} did not restart: ${(error as Error).message}`);
			return void this.end(1);
		}
		console.error(`${name} is back.`);
		const back = this.#members.get(name);
		if (back) this.#watchInner(back);
	}

	#watchInner({ name, child, options: { needs } }: Member): void {
		if (needs === undefined) return;
		const look = () =>
			descendantsOf(child.pid ?? 0).flatMap(({ pid, command }) =>
				command.includes(needs) ? [pid] : [],
			);
		const needed = look();
		const timer = setInterval(() => {
			if (this.#ending || this.#members.get(name)?.child !== child) return clearInterval(timer);
			let now: number[];
			try {
				now = look();
			} catch {
				// `ps` was killed or couldn't start: try again.
				return;
			}
			if (needed.every((pid) => now.includes(pid))) return;
			clearInterval(timer);
			void this.#restart(name, `${name}'s runtime was killed or crashed`);
		}, CHECK_INTERVAL_MS);
		timer.unref();
	}
}

function printLines(child: ChildProcess, { filter, keepIn }: Options): void {
	for (const stream of [child.stdout, child.stderr]) {
		let rest = "";
		stream?.on("data", (chunk: Buffer) => {
			const lines = (rest + chunk.toString()).split("\n");
			rest = lines.pop() ?? "";
			if (keepIn && lines.length > 0) appendFileSync(keepIn, `${lines.join("\n")}\n`);
			for (const line of lines) {
				const shown = filter ? filter(line) : line;
				if (shown !== null) console.log(shown);
			}
		});
	}
}

/** Including orphans of its group. */
async function endGroup(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined) return;
	const signal = (name: NodeJS.Signals | 0): boolean => {
		try {
			if (process.platform === "win32") return child.exitCode === null && child.kill(name);
			return process.kill(-pid, name);
		} catch {
			return false;
		}
	};
	signal("SIGTERM");
	for (const end = Date.now() + GRACE_MS; Date.now() < end && signal(0); )
		await new Promise((resolve) => setTimeout(resolve, 50));
	signal("SIGKILL");
	for (const end = Date.now() + GRACE_MS; Date.now() < end && signal(0); )
		await new Promise((resolve) => setTimeout(resolve, 20));
}
