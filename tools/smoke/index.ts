/**
 * Runs the end-to-end test of the served product in Firefox.
 *
 *   node tools/smoke/index.ts
 */
import { join } from "node:path";
import { ROOT, reportAndExit } from "../local/processes.ts";
import { withServer } from "../local/with-server.ts";
import { endToEndTest } from "./end-to-end-test.ts";
import { ensureFirefox } from "./firefox.ts";

const ports = {
	port: Number(process.env.SMOKE_PORT ?? 8798),
	sandboxPort: Number(process.env.SMOKE_SANDBOX_PORT ?? 12122),
	web: process.env.SMOKE_WEB ?? join(ROOT, "dist"),
};

try {
	const firefox = await ensureFirefox();
	if ("missing" in firefox) throw new Error(firefox.missing);
	const isPassed = await withServer(ports, (origin) => endToEndTest(firefox.path, origin));
	process.exitCode = isPassed ? 0 : 1;
} catch (error) {
	reportAndExit(error);
}
