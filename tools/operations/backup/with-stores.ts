import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { devArgs, freePort, ROOT, toolEnv, waitFor } from "../../local/processes.ts";
import { Watchdog } from "../../local/watchdog.ts";
import type { Place } from "./places.ts";
import { Stores } from "./stores.ts";

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.pid === undefined) return;
	const gone = new Promise((resolve) => child.once("exit", resolve));
	process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGTERM");
	await gone;
}

export async function withStores<T>(place: Place, act: (stores: Stores) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "tillbox-stores-"));
	const token = randomBytes(24).toString("hex");
	const file = join(folder, "wrangler.json");
	const config = {
		name: "stores",
		main: join(ROOT, "worker/test/servers/backup-server.ts"),
		compatibility_date: "2026-10-20",
		compatibility_flags: ["nodejs_compat"],
		...place.config,
		vars: { TOKEN: token, BACKUP_PUBLIC_KEY: place.publicKey },
	};
	writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
	const port = await freePort();
	const child = spawn(
		"wrangler",
		devArgs({
			config: file,
			port,
			ip: "127.0.0.1",
			"log-level": "error",
			"persist-to": place.folder ?? folder,
		}),
		{ cwd: ROOT, env: toolEnv(), stdio: ["ignore", "inherit", "inherit"], detached: true },
	);
	const watchdog = new Watchdog();
	if (child.pid !== undefined) watchdog.add(child.pid);
	try {
		const origin = `http://127.0.0.1:${port}`;
		await waitFor(origin, 90_000);
		return await act(new Stores(origin, token));
	} finally {
		await end(child);
		if (child.pid !== undefined) watchdog.remove(child.pid);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
