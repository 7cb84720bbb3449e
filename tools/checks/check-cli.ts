import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildCli } from "../../packages/cli/build.ts";
import { ROOT, toolEnv } from "../local/processes.ts";
import { BUDGETS } from "./budgets.ts";

const execute = promisify(execFile);

const { kib: MAX_KIB } = BUDGETS.commandLine;
/** Missing in Node 20, the oldest supported version; tests run on Node 24. */
const NEWER =
	/\b(?:Map\.groupBy|Object\.groupBy|Promise\.withResolvers|Promise\.try|Array\.fromAsync|Iterator\.from|RegExp\.escape)\b|\.(?:isSubsetOf|symmetricDifference|toBase64|getOrInsert)\(/;
const FILES = ["LICENSE", "README.md", "dist/tillbox.js", "package.json"];

/** Installs the package like a stranger; checks its content, size and lack of dependencies, and that it runs. */
export async function checkCli(
	print = (text: string): unknown => process.stdout.write(text),
): Promise<{ passed: number; failed: number }> {
	await buildCli();
	const at = mkdtempSync(join(tmpdir(), "cli-package-"));
	try {
		const npm = (args: readonly string[], cwd: string) =>
			execute("npm", [...args, "--no-audit", "--no-fund", "--offline"], { cwd, env: toolEnv() });
		const packed = await npm(["pack", "--pack-destination", at], join(ROOT, "packages/cli"));
		const archive = packed.stdout.trim().split("\n").at(-1) ?? "";
		await npm(["install", "--prefix", at, join(at, archive)], at);
		const modules = join(at, "node_modules");
		const installed = join(modules, "tillbox");
		const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
			.filter((name) => statSync(join(installed, name)).isFile())
			.sort();
		const bytes = files.reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
		const others = readdirSync(modules).filter((name) => !["tillbox", ".bin"].includes(name));
		const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
		const { stdout } = await execute(join(modules, ".bin", "tillbox"), ["--version"], {
			env: toolEnv(),
		});
		print(`Command line: ${(bytes / 1024).toFixed(1)} KiB installed (at most ${MAX_KIB}).\n`);
		const results = {
			content: JSON.stringify(files) === JSON.stringify(FILES),
			size: bytes <= MAX_KIB * 1024,
			"no other packages": others.every((name) => name === ".package-lock.json"),
			runs: stdout.trim() === version,
			"nothing newer than Node 20": !NEWER.test(
				readFileSync(join(installed, "dist", "tillbox.js"), "utf8"),
			),
		};
		for (const [name, isFine] of Object.entries(results))
			if (!isFine) print(`  wrong: ${name} (${files.join(", ")}; ${others.join(", ")})\n`);
		const passed = Object.values(results).filter(Boolean).length;
		return { passed, failed: Object.keys(results).length - passed };
	} finally {
		rmSync(at, { recursive: true, force: true });
	}
}
