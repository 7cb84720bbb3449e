import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pictures } from "../../web/e2e/support/pictures.ts";
import type { CreatedShare } from "../../worker/contract/shares.ts";
import { ROOT, toolEnv, waitFor } from "../local/processes.ts";

const PORT = Number(process.env.BENCH_PORT ?? 8871);
const SANDBOX_PORT = Number(process.env.BENCH_SANDBOX_PORT ?? 12195);

/** The built product as `npm start` serves it, with one share of nine pictures for sale. */
export type ServedSite = { origin: string; sharePath: string };

async function publish(origin: string): Promise<string> {
	const own = { "Sec-Fetch-Site": "same-origin" };
	const registered = await fetch(`${origin}/api/register`, {
		method: "POST",
		headers: { ...own, "Content-Type": "application/json" },
		body: JSON.stringify({
			...{ email: "bench@example.test", password: "zebra8fjord", plan: "free" },
			...{ firstName: "Mara", lastName: "Lindqvist" },
		}),
	});
	if (!registered.ok) throw new Error(`register: ${registered.status}`);
	const cookie = registered.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
	const form = new FormData();
	form.set("title", "Winter light, Lofoten");
	form.set("price", "24.00");
	for (const { name, mimeType, buffer } of pictures(9))
		form.append("files", new File([new Uint8Array(buffer)], name, { type: mimeType }));
	const published = await fetch(`${origin}/api/file-shares`, {
		...{ method: "POST", headers: { ...own, Cookie: cookie }, body: form },
	});
	if (!published.ok) throw new Error(`publish: ${published.status} ${await published.text()}`);
	const { fileShare }: CreatedShare = await published.json();
	return `/share/${fileShare.shareId}`;
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const gone = new Promise((resolve) => child.once("exit", resolve));
	child.kill("SIGTERM");
	await gone;
}

/** Builds and serves the product in a folder of its own, and removes it afterwards. */
export async function withServedSite<T>(act: (site: ServedSite) => Promise<T>): Promise<T> {
	const state = mkdtempSync(join(tmpdir(), "screens-"));
	const origin = `http://localhost:${PORT}`;
	const child = spawn("node", ["dev/start.ts"], {
		cwd: ROOT,
		env: toolEnv({
			...{ PORT: String(PORT), SANDBOX_PORT: String(SANDBOX_PORT), STATE_DIR: state },
		}),
		stdio: ["ignore", "ignore", "inherit"],
	});
	try {
		await waitFor(`${origin}/api/config`, 180_000);
		return await act({ origin, sharePath: await publish(origin) });
	} finally {
		await ended(child);
		rmSync(state, { recursive: true, force: true, maxRetries: 5 });
	}
}
