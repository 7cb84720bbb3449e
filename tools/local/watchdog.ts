import { type ChildProcess, execFileSync, spawn } from "node:child_process";

const WINDOWS = process.platform === "win32";
const TIMEOUT_S = 4;

/**
 * Takes groups as arguments, and "add GROUP" and "remove GROUP" from stdin. Ends all groups once stdin closes. A shell,
 * so that it survives if every Node process is killed.
 */
const SCRIPT = `
trap '' INT TERM HUP
groups=" $* "
while read -r word group; do
	case $word in
		add) groups="$groups$group " ;;
		remove) groups="\${groups%% $group *} \${groups#* $group }" ;;
	esac
done
left() { for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && return 0; done; return 1; }
left || exit 0
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
tick=0
while left && [ $tick -lt ${TIMEOUT_S * 5} ]; do sleep 0.2; tick=$((tick + 1)); done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

/** Ends process groups when this process ends, even by SIGKILL. Not on Windows, which has no groups. */
export class Watchdog {
	readonly #groups = new Set<number>();
	#child: ChildProcess | null = null;

	add(group: number): void {
		this.#groups.add(group);
		if (WINDOWS) return;
		if (this.#child) this.#child.stdin?.write(`add ${group}\n`);
		else this.#start();
	}

	remove(group: number): void {
		this.#groups.delete(group);
		this.#child?.stdin?.write(`remove ${group}\n`);
	}

	#start(): void {
		const groups = [...this.#groups].map(String);
		const child = spawn("/bin/sh", ["-c", SCRIPT, "tillbox-watchdog", ...groups], {
			// Signals to our group or terminal must not reach it.
			detached: true,
			stdio: ["pipe", "ignore", "ignore"],
		});
		this.#child = child;
		child.unref();
		child.stdin?.on("error", () => {});
		(child.stdin as (typeof child.stdin & { unref?: () => void }) | null)?.unref?.();
		child.once("exit", () => {
			if (this.#child === child && this.#groups.size > 0) this.#start();
		});
	}
}

/** `isZombie` until its parent has waited for it. */
export type Listed = { pid: number; parent: number; isZombie: boolean; command: string };

/** None on Windows, which has no `ps`. */
export function listProcesses(): Listed[] {
	if (WINDOWS) return [];
	const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], {
		encoding: "utf8",
		maxBuffer: 64 * 1024 * 1024,
	});
	return text.split("\n").flatMap((line) => {
		const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
		if (!match) return [];
		const [, pid, parent, stat = "", command = ""] = match;
		return [{ pid: Number(pid), parent: Number(parent), isZombie: stat.startsWith("Z"), command }];
	});
}

export function descendantsOf(pid: number): Listed[] {
	const all = listProcesses().filter(({ isZombie }) => !isZombie);
	const below = (parent: number): Listed[] =>
		all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
	return below(pid);
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

function npmAbove(): number | null {
	if (process.env.npm_lifecycle_event === undefined || WINDOWS) return null;
	const all = new Map(listProcesses().map((one) => [one.pid, one]));
	let owner = all.get(process.ppid);
	// npm runs scripts through a shell.
	while (owner && /^\S*sh -c /.test(owner.command)) owner = all.get(owner.parent);
	return owner && owner.pid > 1 ? owner.pid : null;
}

/** Calls `gone` if npm was killed, which sends us no signal. */
export function watchNpm(gone: () => void): void {
	const owner = npmAbove();
	if (owner === null) return;
	const timer = setInterval(() => {
		if (isAlive(owner)) return;
		clearInterval(timer);
		gone();
	}, 500);
	timer.unref();
}
