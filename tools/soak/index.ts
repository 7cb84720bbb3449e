/**
 * Kills the Worker's process during an upload, and passes mutated inputs to every parser.
 *
 *   npm run soak -- [kill] [fuzz] [--short]
 *
 * Short: 3 kills, 2,000 inputs a parser. Full: 50 kills, 20,000 inputs a parser. FUZZ_SEED chooses other inputs.
 */

import { isShort } from "../bench/options.ts";
import { helpIfAsked } from "../local/help.ts";
import { fuzzRounds } from "./fuzz/run.ts";
import { killRounds } from "./kill-rounds.ts";
import { SOAKS } from "./soaks.ts";

helpIfAsked(import.meta.url);

const chosen = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const { SOAK_PORT = 8821, FUZZ_SEED = 1 } = process.env;

const soaks: Readonly<Record<keyof typeof SOAKS, () => Promise<boolean>>> = {
	kill: () => killRounds(isShort ? 3 : 50, Number(SOAK_PORT)),
	fuzz: () => fuzzRounds(isShort ? 2_000 : 20_000, Number(FUZZ_SEED)),
};
const unknown = chosen.filter((name) => !Object.hasOwn(soaks, name));
if (unknown.length > 0) {
	console.error(
		`There is no soak called ${unknown.join(", ")}; choose from ${Object.keys(soaks).join(", ")}.`,
	);
	process.exit(1);
}
for (const name of Object.keys(SOAKS) as (keyof typeof SOAKS)[]) {
	if (chosen.length > 0 && !chosen.includes(name)) continue;
	console.log(`\n▸ ${name}: ${SOAKS[name]}`);
	if (!(await soaks[name]())) process.exitCode = 1;
}
