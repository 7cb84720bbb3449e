/** The tests in the Workers runtime, over mutated modules. Started by `child.ts`. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "../../vitest.config.ts";
import { ROOT } from "../local/processes.ts";
import { mutantsOf, withSwitches } from "./places.ts";

/** Modules with mutants, each with the number of its first mutant. */
const modules = new Map<string, number>(
	JSON.parse(readFileSync(process.env.MUTANTS_MODULES ?? "", "utf8")),
);
const [workers] = (config.test?.projects ?? []) as { plugins: Plugin[]; test: object }[];
if (!workers) throw new Error("vitest.config.ts has no project");

const switches: Plugin = {
	name: "mutants",
	enforce: "pre",
	transform(code: string, id: string) {
		const first = modules.get(relative(ROOT, id.replace(/\?.*$/, "")));
		return first === undefined
			? null
			: { code: withSwitches(code, mutantsOf(code), first), map: null };
	},
};

class OrderOfJobs extends BaseSequencer {
	override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return Promise.resolve(files);
	}
}

const shared = {
	setupFiles: ["./tools/mutants/setup.ts"],
	provide: { control: process.env.MUTANTS_CONTROL ?? "" },
	// Sequential, reusing the modules of the previous file.
	maxWorkers: 1,
	isolate: false,
	// The same module has other mutants in the next run.
	fsModuleCache: false,
	testTimeout: 20_000,
	hookTimeout: 20_000,
	// Nobody reads them.
	diff: { truncateThreshold: 1 },
	chaiConfig: { truncateThreshold: 10 },
};

export default defineConfig({
	root: ROOT,
	test: {
		projects: [
			{
				...workers,
				plugins: [switches, ...workers.plugins],
				test: { ...workers.test, ...shared },
			},
			// Tests of pure code, for which Node starts far sooner.
			{
				plugins: [switches],
				test: {
					...shared,
					name: "pure",
					include: ["worker/**/*.test.ts"],
					environment: "node",
					pool: "threads",
				},
			},
		],
		sequence: { sequencer: OrderOfJobs },
		silent: true,
		fsModuleCache: false,
	},
});
