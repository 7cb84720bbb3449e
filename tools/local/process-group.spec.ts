import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { descendantsOf, listProcesses } from "./watchdog.ts";

const FIXTURE = join(import.meta.dirname, "test", "sleeping-process-group.ts");
const TIMEOUT_MS = { timeout: 30_000, interval: 300 };
/** Seconds that the inner process sleeps, which identify a test's processes. */
let mark = 700_000 + (process.pid % 1000) * 100;
const started: ChildProcess[] = [];

afterEach(() => {
	for (const child of started.splice(0)) {
		try {
			if (child.pid) process.kill(-child.pid, "SIGKILL");
		} catch {}
	}
});

async function begin(command: string, args: readonly string[], cwd?: string) {
	const child = spawn(command, args, { detached: true, ...(cwd && { cwd }) });
	started.push(child);
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk: Buffer) => {
			output += chunk.toString();
		});
	await vi.waitFor(() => expect(output).toContain("ready"), TIMEOUT_MS);
	const inner = () =>
		listProcesses().filter((one) => !one.isZombie && one.command === `sleep ${mark}`);
	await vi.waitFor(() => expect(inner()).toHaveLength(1), TIMEOUT_MS);
	const members = descendantsOf(child.pid ?? 0).filter(({ command }) => command !== "");
	return { child, members, inner, output: () => output };
}

const direct = () => begin(process.execPath, [FIXTURE, String(++mark)]);

function remaining<T extends { pid: number }>(members: readonly T[]): T[] {
	const running = new Set(
		listProcesses()
			.filter(({ isZombie }) => !isZombie)
			.map(({ pid }) => pid),
	);
	return members.filter(({ pid }) => running.has(pid));
}

describe.skipIf(process.platform === "win32")("a process group", () => {
	it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
		"leaves no process behind when it ends by %s",
		async (signal) => {
			const { child, members } = await direct();
			expect(members.length).toBeGreaterThanOrEqual(4);
			child.kill(signal);
			await vi.waitFor(() => expect(remaining(members)).toEqual([]), TIMEOUT_MS);
		},
		60_000,
	);

	it("leaves no process behind when the npm above it is killed", async () => {
		const folder = mkdtempSync(join(tmpdir(), "process-group-"));
		try {
			const script = `${process.execPath} ${FIXTURE} ${++mark}`;
			writeFileSync(
				join(folder, "package.json"),
				JSON.stringify({ private: true, scripts: { start: script } }),
			);
			const { child, members } = await begin("npm", ["start"], folder);
			child.kill("SIGKILL");
			await vi.waitFor(() => expect(remaining(members)).toEqual([]), TIMEOUT_MS);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}, 60_000);

	it("reports that a member was killed and restarts it", async () => {
		const { members, inner, output } = await direct();
		const plain = members.find(({ command }) => command === "sleep 600");
		const before = inner()[0]?.pid;
		process.kill(plain?.pid ?? 0, "SIGKILL");
		await vi.waitFor(() => expect(output()).toContain("The plain one is back."), TIMEOUT_MS);
		expect(output()).toContain("The plain one was killed (SIGKILL). Starting it again");
		expect(inner()[0]?.pid).toBe(before);
	}, 60_000);

	it("reports that a process inside a member was killed and restarts the member", async () => {
		const { inner, output } = await direct();
		const before = inner()[0]?.pid ?? 0;
		// The shell survives it silently.
		process.kill(before, "SIGSTOP");
		process.kill(before, "SIGKILL");
		await vi.waitFor(() => expect(output()).toContain("The shell is back."), TIMEOUT_MS);
		await vi.waitFor(() => expect(inner()).toHaveLength(1), TIMEOUT_MS);
		expect(inner()[0]?.pid).not.toBe(before);
	}, 60_000);

	it("leaves no process behind when its watchdog was killed before it", async () => {
		const { child, members, output } = await direct();
		const watchdog = members.find(({ command }) => command.includes("tillbox-watchdog"));
		process.kill(watchdog?.pid ?? 0, "SIGKILL");
		const next = () =>
			descendantsOf(child.pid ?? 0).find(
				({ command, pid }) => command.includes("tillbox-watchdog") && pid !== watchdog?.pid,
			);
		await vi.waitFor(() => expect(next()).toBeDefined(), TIMEOUT_MS);
		child.kill("SIGKILL");
		const last = [...members, next()].filter((one) => one !== undefined);
		await vi.waitFor(() => expect(remaining(last)).toEqual([]), TIMEOUT_MS);
		expect(output()).not.toContain("error");
	}, 60_000);
});
