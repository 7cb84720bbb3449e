/**
 * Passes mutated inputs to every parser: 20,000 each, or 2,000 with `--short`. FUZZ_SEED chooses other inputs.
 *
 *   npm run fuzz -- [--short]
 */
import { helpIfAsked } from "../local/help.ts";
import { fuzzRounds } from "./run.ts";

helpIfAsked(import.meta.url);

const count = process.argv.includes("--short") ? 2_000 : 20_000;
if (!(await fuzzRounds(count, Number(process.env.FUZZ_SEED ?? 1)))) process.exitCode = 1;
