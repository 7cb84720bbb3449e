import { spawn } from "node:child_process";
import { join } from "node:path";
import { helpIfAsked } from "../local/help.ts";
import { PlainError, ROOT, reportAndExit, toolEnv } from "../local/processes.ts";
import { BENCHES, BUDGETED } from "./benches.ts";

helpIfAsked(import.meta.url);

/*
 * npm run bench [-- NAME] [OPTIONS]
 *
 * Runs one bench or all, or with the name `budgets` those of tools/checks/budgets.ts. With --short each takes a minute or two.
 */

const isBench = (name: string): name is keyof typeof BENCHES => Object.hasOwn(BENCHES, name);

async function runBench(name: keyof typeof BENCHES, args: readonly string[]): Promise<boolean> {
	console.log(`\n▸ ${name}: ${BENCHES[name]}`);
	const child = spawn("node", [join(import.meta.dirname, `${name}.ts`), ...args], {
		cwd: ROOT,
		env: toolEnv(),
		stdio: ["ignore", "inherit", "inherit"],
	});
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve(code === 0));
	});
}

try {
	const args = process.argv.slice(2);
	const wanted = args[0]?.startsWith("--") ? undefined : args.shift();
	const names =
		wanted === undefined ? Object.keys(BENCHES) : wanted === "budgets" ? BUDGETED : [wanted];
	const failed: string[] = [];
	for (const name of names) {
		if (!isBench(name))
			throw new PlainError(
				`There is no bench ${name}. Choose one of: ${Object.keys(BENCHES).join(", ")}.`,
			);
		if (!(await runBench(name, args))) failed.push(name);
	}
	if (failed.length > 0) throw new PlainError(`Failed: ${failed.join(", ")}.`);
} catch (error) {
	reportAndExit(error);
}
