import { type ChildProcess, spawn } from "node:child_process";
import { ROOT, toolEnv } from "./processes.ts";
import { descendantsOf, Watchdog, watchNpm } from "./watchdog.ts";

const GRACE_MS = 4000;
/** What dies more often than this within a minute is not started again. */
const RESTARTS_A_MINUTE = 5;
/** Looks in a row that must miss a process: a tool that reloads replaces its own. */
const MISSED_LOOKS = 3;
const LOOK_EVERY_MS = 1000;

type Options = {
	env?: Record<string, string>;
	/** for every line it prints; null hides one */
	filter?: (line: string) => string | null;
	/** a word in the command of processes that it starts itself and cannot be without */
	needs?: string;
	/** resolves once it answers, for a restart to be told */
	ready?: () => Promise<void>;
};

type Member = {
	name: string;
	command: string;
	args: readonly string[];
	options: Options;
	child: ChildProcess;
	/** when it was started again, in ms */
	restarts: number[];
};

/** Long-running processes that live and end together; whichever is killed is started again. */
export class Household {
	readonly #members = new Map<string, Member>();
	readonly #watchdog = new Watchdog();
	#ending = false;

	constructor() {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
			process.once(signal, () => void this.end(0));
		watchNpm(() => void this.end(0));
	}

	/** Starts a process in a group of its own. When it ends by itself, all end; when it is killed, it is started again. */
	start(name: string, command: string, args: readonly string[], options: Options = {}): void {
		this.#spawn({ name, command, args, options, restarts: [] });
	}

	/**
	 * Looks after what the members started themselves (`needs`): from now on, when it is gone the
	 * member is started again.
	 */
	watchInnerProcesses(): void {
		for (const member of this.#members.values()) {
			if (member.options.needs !== undefined) this.#watchInner(member);
		}
	}

	/** Ends every process and then this one. */
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
		printLines(child, options.filter);
		child.once("error", (error) => {
			console.error(`${name} could not be started: ${error.message}`);
			void this.end(1);
		});
		child.once("exit", (code, signal) => {
			if (this.#ending || this.#members.get(name)?.child !== child) return;
			if (signal === null) {
				console.error(`${name} ended unexpectedly (exit ${code}).`);
				void this.end(1);
			} else void this.#restart(name, `${name} was killed (${signal})`);
		});
	}

	async #restart(name: string, why: string): Promise<void> {
		const member = this.#members.get(name);
		if (!member || this.#ending) return;
		this.#members.delete(name);
		const recent = member.restarts.filter((at) => at > Date.now() - 60_000);
		if (recent.length >= RESTARTS_A_MINUTE) {
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
			console.error(`${name} did not come back: ${(error as Error).message}`);
			return void this.end(1);
		}
		console.error(`${name} is back.`);
		const back = this.#members.get(name);
		if (back?.options.needs !== undefined) this.#watchInner(back);
	}

	#watchInner({ name, child, options }: Member): void {
		const { needs = "" } = options;
		const count = () =>
			descendantsOf(child.pid ?? 0).filter(({ command }) => command.includes(needs)).length;
		let most = count();
		let missed = 0;
		const timer = setInterval(() => {
			if (this.#ending || this.#members.get(name)?.child !== child) return clearInterval(timer);
			const now = count();
			most = Math.max(most, now);
			missed = now < most ? missed + 1 : 0;
			if (missed < MISSED_LOOKS) return;
			clearInterval(timer);
			void this.#restart(name, `${name}'s runtime (${needs}) was killed or crashed`);
		}, LOOK_EVERY_MS);
		timer.unref();
	}
}

function printLines(child: ChildProcess, filter: Options["filter"]): void {
	for (const stream of [child.stdout, child.stderr]) {
		let rest = "";
		stream?.on("data", (chunk: Buffer) => {
			const lines = (rest + chunk.toString()).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) {
				const shown = filter ? filter(line) : line;
				if (shown !== null) console.log(shown);
			}
		});
	}
}

/** Ends a process with everything in its group, also what outlived it. */
async function endGroup(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined) return;
	const signal = (name: NodeJS.Signals | 0): boolean => {
		try {
			if (process.platform === "win32") return child.exitCode === null && child.kill(name);
			return process.kill(-pid, name);
		} catch {
			// the group has ended
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
