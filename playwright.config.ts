import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./tools/local/chromium.ts";
import { OPERATORS } from "./web/e2e/support/operator.ts";

const port = Number(process.env.E2E_PORT ?? 8797);
const sandboxPort = Number(process.env.E2E_SANDBOX_PORT ?? 12121);
process.env.E2E_SANDBOX_URL ??= `http://localhost:${sandboxPort}`;
// Workers of the test run read the configuration again: the folder is made once, by the first.
process.env.E2E_STATE ??= mkdtempSync(join(tmpdir(), "tillbox-e2e-"));

/** With `ORDER_SEED` each file is a project of its own: they run in the order of the projects, else in that of their names. */
const inRandomOrder = (seed: string) =>
	readdirSync("web/e2e")
		.filter((name) => name.endsWith(".spec.ts"))
		.map((name) => ({
			name,
			order: createHash("sha256")
				.update(seed + name)
				.digest("hex"),
		}))
		.toSorted((a, b) => (a.order < b.order ? -1 : 1))
		.map(({ name }) => ({ name, testMatch: name }));

export default defineConfig({
	testDir: "web/e2e",
	...(process.env.ORDER_SEED && { projects: inRandomOrder(process.env.ORDER_SEED) }),
	outputDir: "test-results",
	timeout: 180_000,
	expect: { timeout: 30_000 },
	// They wait more than they compute, so three keep two processors busy; on one they would only slow each other.
	workers: availableParallelism() === 1 ? 1 : 3,
	forbidOnly: Boolean(process.env.CI),
	reporter: [["line"], ["json", { outputFile: process.env.E2E_REPORT ?? "test-results/e2e.json" }]],
	use: {
		baseURL: `http://localhost:${port}`,
		browserName: "chromium",
		viewport: { width: 1280, height: 900 },
		// Recording costs a seventh of the run: `--last-failed --trace on` records what failed.
		trace: "off",
		screenshot: "only-on-failure",
		launchOptions: {
			executablePath: findChromium() ?? undefined,
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--no-first-run",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
				"--font-render-hinting=none",
				// The pages of a profile share a process: starting one for each is half of what opening a page costs.
				"--renderer-process-limit=1",
			],
		},
	},
	globalSetup: "./web/e2e/support/built-client.ts",
	globalTeardown: "./web/e2e/support/search-output.ts",
	webServer: {
		command: "node tools/start.ts",
		url: `http://localhost:${port}/api/config`,
		timeout: 180_000,
		gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
		stdout: "ignore",
		stderr: "pipe",
		env: {
			PORT: String(port),
			SANDBOX_PORT: String(sandboxPort),
			STATE_DIR: process.env.E2E_STATE,
			OUTPUT_FILE: join(process.env.E2E_STATE, "output.log"),
			OPERATORS,
			WORKER_ENTRY: "worker/test/servers/quick-hashes.ts",
			// Without the limit for a runtime that serves for long, which costs time.
			MINIFLARE_WORKERD_V8_FLAGS: "",
			WEB_DIR: process.env.E2E_WEB ?? "dist",
		},
	},
});
