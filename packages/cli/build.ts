import { chmod, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { COMMANDS } from "./src/commands/index.ts";
import { manPage } from "./src/commands/man.ts";

/**
 * Bundles the command line into one file that runs on Node 20 and newer without any package, and writes the manual
 * page beside it.
 */
export async function buildCli(outfile = join(import.meta.dirname, "dist", "tillbox.js")) {
	await build({
		entryPoints: [join(import.meta.dirname, "src", "main.ts")],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		minifySyntax: true,
		minifyWhitespace: true,
		banner: { js: "#!/usr/bin/env node" },
		logLevel: "warning",
	});
	await chmod(outfile, 0o755);
	await writeFile(join(dirname(outfile), "tillbox.1"), manPage(COMMANDS));
	return outfile;
}

if (import.meta.main) {
	const isHelp = process.argv.includes("--help") || process.argv.includes("-h");
	if (isHelp)
		console.log(
			"Bundles the command line and its manual page, into packages/cli/dist.\n\n  npm run build:cli",
		);
	else await buildCli();
}
