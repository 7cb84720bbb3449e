import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a copy of a checkout's wrangler.toml without its build step, and returns its path: tools that have
 * built already start the Worker by it, and Wrangler then bundles anew only what has changed.
 */
export function configWithoutBuild(checkout: string): string {
	const path = join(checkout, ".wrangler.built.toml");
	const text = readFileSync(join(checkout, "wrangler.toml"), "utf8");
	const copy = text.replace(/^\[build\]\n(?:[^[\n].*\n|\n)*/m, "");
	// A running Worker is started anew when its configuration is written.
	if (!existsSync(path) || readFileSync(path, "utf8") !== copy) writeFileSync(path, copy);
	return path;
}
