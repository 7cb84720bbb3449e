/**
 * Does an upload survive anything? Starts Workers of its own, cuts connections and kills processes at
 * random; passes mutated inputs to every parser; and restores a backup.
 *
 *   npm run soak -- [kill] [cut] [begin] [fuzz] [browser] [restore] [previews] [--short]
 *
 * Short: 3 kills, 10 cuts, 2 rounds, 200 inputs a parser, 64 MiB in the browser, 10,000 rows restored,
 * previews of 12 files.
 * Full: 50 kills, 200 cuts, 100 rounds, 20,000 inputs a parser, 5 GiB, a million rows (or RESTORE_ROWS),
 * previews of 108 files; `taskset -c 0 npm run soak -- previews` leaves them one processor.
 * FUZZ_SEED chooses other inputs.
 */

import { MIB } from "../../worker/contract/constants.ts";
import { isShort } from "../bench/options.ts";
import { helpIfAsked } from "../local/help.ts";
import { beginRounds } from "./begin-rounds.ts";
import { browserKills } from "./browser-kills.ts";
import { cutRounds } from "./cut-rounds.ts";
import { fuzzRounds } from "./fuzz/index.ts";
import { killRounds } from "./kill-rounds.ts";
import { previewRounds } from "./preview-rounds.ts";
import { restoreRounds } from "./restore-rounds.ts";
import { SOAKS } from "./soaks.ts";

helpIfAsked(import.meta.url);

const args = process.argv.slice(2);
const chosen = args.filter((arg) => !arg.startsWith("--"));
const PORT = Number(process.env.SOAK_PORT ?? 8821);

const soaks: Readonly<Record<keyof typeof SOAKS, () => Promise<boolean>>> = {
	kill: () => killRounds(isShort ? 3 : 50, PORT),
	cut: () => cutRounds(isShort ? 10 : 200, PORT),
	begin: () => beginRounds(isShort ? 2 : 100, PORT),
	fuzz: () => fuzzRounds(isShort ? 2_000 : 20_000, Number(process.env.FUZZ_SEED ?? 1)),
	browser: () => browserKills((isShort ? 64 : 5 * 1024) * MIB, isShort ? 200 : 1000),
	restore: () => restoreRounds(Number(process.env.RESTORE_ROWS ?? (isShort ? 10_000 : 1_000_000))),
	previews: () =>
		previewRounds(
			isShort ? { documents: 6, tracks: 4, films: 2 } : { documents: 70, tracks: 28, films: 10 },
			PORT,
		),
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
