import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPTIONAL_SECRETS } from "./vars.ts";

/**
 * Writes a copy of a checkout's wrangler.toml without its build step, and returns its path: tools that
 * have already built start the Worker with it, and Wrangler then rebundles only what has changed. Lists
 * optional secrets as empty variables: from a file, Wrangler reads only names that it knows.
 */
export function configWithoutBuild(checkout: string): string {
	const path = join(checkout, ".wrangler.built.toml");
	const text = readFileSync(join(checkout, "wrangler.toml"), "utf8");
	const names = OPTIONAL_SECRETS.map((name) => `${name} = ""\n`).join("");
	const copy = text
		.replace(/^\[build\]\n(?:[^[\n].*\n|\n)*/m, "")
		.replace("[vars]\n", `[vars]\n${names}`);
	// Writing its configuration restarts a running Worker.
	if (!existsSync(path) || readFileSync(path, "utf8") !== copy) writeFileSync(path, copy);
	return path;
}
