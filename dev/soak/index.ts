/**
 * Does an upload survive anything? Starts Workers of its own, cuts connections and kills processes at
 * random; passes mutated inputs to every parser; runs the end-to-end test in WebKit; and restores a backup.
 *
 *   node dev/soak/index.ts [kill] [kill-small] [cut] [begin] [fuzz] [browser] [webkit] [processes] [restore]
 *     [--quick]
 *
 * Quick: 5 kills, 20 cuts, 3 rounds, 1,000 inputs a parser, 256 MiB in the browser, 10,000 rows restored.
 * Full: 50 kills, 200 cuts, 100 rounds, 20,000 inputs a parser, 5 GiB, a million rows (or RESTORE_ROWS).
 * FUZZ_SEED chooses other inputs.
 */
import { MIB } from "../../worker/contract/constants.ts";
import { withServer } from "../local/with-server.ts";
import { ensureWebKit, webkitTest } from "../smoke/webkit.ts";
import { beginRounds } from "./begin-rounds.ts";
import { browserKills } from "./browser-kills.ts";
import { cutRounds } from "./cut-rounds.ts";
import { fuzzRounds } from "./fuzz/index.ts";
import { killFilmRounds, killSmallRounds } from "./kill-rounds.ts";
import { processRounds } from "./process-rounds.ts";
import { restoreRounds } from "./restore-rounds.ts";

const args = process.argv.slice(2);
const quick = args.includes("--quick");
const chosen = args.filter((arg) => !arg.startsWith("--"));
const PORT = Number(process.env.SOAK_PORT ?? 8821);

const soaks = {
	kill: () => killFilmRounds(quick ? 5 : 50, PORT),
	"kill-small": () => killSmallRounds(quick ? 5 : 50, PORT),
	cut: () => cutRounds(quick ? 20 : 200, PORT),
	begin: () => beginRounds(quick ? 3 : 100, PORT),
	fuzz: () => fuzzRounds(quick ? 1000 : 20_000, Number(process.env.FUZZ_SEED ?? 1)),
	browser: () => browserKills((quick ? 256 : 5 * 1024) * MIB, 1000),
	webkit: async () => {
		await ensureWebKit();
		return withServer({ port: PORT, sandboxPort: PORT + 1 }, (origin) =>
			webkitTest(origin, PORT + 2),
		);
	},
	processes: () => processRounds(PORT),
	restore: () => restoreRounds(Number(process.env.RESTORE_ROWS ?? (quick ? 10_000 : 1_000_000))),
};
const unknown = chosen.filter((name) => !Object.hasOwn(soaks, name));
if (unknown.length > 0) {
	console.error(
		`There is no soak called ${unknown.join(", ")}; choose from ${Object.keys(soaks).join(", ")}.`,
	);
	process.exit(1);
}
for (const [name, soak] of Object.entries(soaks))
	if ((chosen.length === 0 || chosen.includes(name)) && !(await soak())) process.exitCode = 1;
