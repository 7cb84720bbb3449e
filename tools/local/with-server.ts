import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, toolEnv, waitFor } from "./processes.ts";

/** `web` is a new folder by default. */
export type Ports = { port: number; sandboxPort: number; web?: string };

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const gone = new Promise((resolve) => child.once("exit", resolve));
	child.kill("SIGTERM");
	await gone;
}

export async function withServer<T>(
	{ port, sandboxPort, web }: Ports,
	act: (origin: string) => Promise<T>,
): Promise<T> {
	const state = mkdtempSync(join(tmpdir(), "tillbox-served-"));
	const origin = `http://localhost:${port}`;
	const child = spawn("node", ["tools/start.ts"], {
		cwd: ROOT,
		env: toolEnv({
			PORT: String(port),
			SANDBOX_PORT: String(sandboxPort),
			STATE_DIR: state,
			...(web && { WEB_DIR: web }),
			// Samples may exceed the quota of an unconfirmed address.
			STORAGE_UNVERIFIED_GB: "20",
		}),
		stdio: ["ignore", "ignore", "inherit"],
	});
	try {
		await waitFor(`${origin}/api/config`, 180_000);
		return await act(origin);
	} finally {
		await ended(child);
		rmSync(state, { recursive: true, force: true, maxRetries: 5 });
	}
}
