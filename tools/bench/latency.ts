/**
 * Time to the first byte of what people wait for, with every service as far away as from a distant place and
 * without, in turns on one runtime; the goals are in worker/test/fixtures/latency-scenarios.ts.
 *
 *   node tools/bench/latency.ts [--short]
 */
import { spawnSync } from "node:child_process";
import { ROOT, toolEnv } from "../local/processes.ts";
import { isShort } from "./options.ts";

const { status } = spawnSync(
	"vitest",
	["run", "--project", "workers", "--silent=false", "worker/test/suites/latency.test.ts"],
	{ cwd: ROOT, env: toolEnv({ MEASURE_LATENCY: isShort ? "short" : "true" }), stdio: "inherit" },
);
process.exitCode = status ?? 1;
