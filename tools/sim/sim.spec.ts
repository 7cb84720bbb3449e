import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../local/processes.ts";
import { DEFECTS } from "./planted/defects.ts";
import { programs } from "./programs.ts";
import { type RunOptions, run } from "./run.ts";

const SEED = { seed: 1, profile: "short" } as const;
/** An idle machine needs a quarter of it for both tests. */
const TIMEOUT_MS = 160_000;

async function logged(options: Omit<RunOptions, "listen">) {
	const lines: string[] = [];
	const report = await run({ ...options, listen: (line) => lines.push(line) });
	return { report, lines };
}

test(
	"a seed gives the same run twice, step for step, in which everything holds",
	async () => {
		const built = await programs();
		const one = await logged({ ...SEED, programs: built });
		expect(one.report.violation).toBeNull();
		const other = await logged({ ...SEED, programs: built });
		expect(other.lines).toEqual(one.lines);
		expect(other.report.digest).toBe(one.report.digest);
	},
	TIMEOUT_MS,
);

test.each(DEFECTS)("the code has the place to plant once: $name", ({ file, from }) => {
	expect(readFileSync(join(ROOT, file), "utf8").split(from)).toHaveLength(2);
});

test(
	"a defect that is planted in the product is found",
	async () => {
		const defect = DEFECTS.find(({ name }) => name === "an idempotency key is ignored");
		if (!defect) throw new Error("the list has no such defect");
		const { violation } = await run({ ...SEED, programs: await programs(defect) });
		expect(defect.breaks).toContain(violation?.name);
	},
	TIMEOUT_MS,
);
