import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPTIONAL_SECRETS } from "./vars.ts";

/**
 * Without the build step, for tools that have already built. Lists optional secrets as empty variables, since Wrangler
 * reads only known names from files. Returns the path.
 */
export function configWithoutBuild(checkout: string): string {
	const path = join(checkout, ".wrangler.built.toml");
	const text = readFileSync(join(checkout, "wrangler.toml"), "utf8");
	const names = OPTIONAL_SECRETS.map((name) => `${name} = ""\n`).join("");
	const copy = text
		.replace(/^\[build\]\n(?:[^[\n].*\n|\n)*/m, "")
		.replace("[vars]\n", `[vars]\n${names}`);
	// Writing it restarts a running Worker.
	if (!existsSync(path) || readFileSync(path, "utf8") !== copy) writeFileSync(path, copy);
	return path;
}
