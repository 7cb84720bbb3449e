import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/** One file that runs on Node 20 and newer without any package. */
export async function buildCli(outfile = join(import.meta.dirname, "dist", "tillbox.js")) {
	await build({
		entryPoints: [join(import.meta.dirname, "src", "main.ts")],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		minify: true,
		banner: { js: "#!/usr/bin/env node" },
		logLevel: "warning",
	});
	await chmod(outfile, 0o755);
	return outfile;
}

if (import.meta.main) {
	const isHelp = process.argv.includes("--help") || process.argv.includes("-h");
	if (isHelp)
		console.log("Bundles the command line into packages/cli/dist.\n\n  npm run build:cli");
	else await buildCli();
}
