import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minify } from "vite";
import { ROOT, requireWritable, run } from "../local/processes.ts";
import { place } from "../local/stack.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { buildDescription } from "../openapi/build.ts";
import { buildMcpLibrary } from "./mcp-library.ts";

/** Where the Worker and the prerendering find what Vite builds for them (`#…` in package.json). */
const SERVER = join(ROOT, "dist-server");
const SOURCES = [
	"web",
	"locales",
	"worker/contract",
	"package-lock.json",
	"vite.config.ts",
	"dev/build",
];

/**
 * Builds the web app, what renders it, a library of the Worker and the description of the API, when their
 * sources or the product's name changed.
 */
export async function buildWeb(appName = ""): Promise<void> {
	// First, since everything below writes there.
	requireWritable(place.state, "STATE_DIR");
	requireWritable(place.web, "WEB_DIR");
	const hash = hashOf(SOURCES, appName);
	const build = (outDir: string, ...args: string[]) =>
		run("vite", ["build", "--logLevel", "warn", "--outDir", outDir, "--emptyOutDir", ...args], {
			env: { APP_NAME: appName },
		});
	await unlessDone(join(SERVER, ".built"), hash, async () => {
		await build(SERVER, "--ssr");
		await buildMcpLibrary(join(SERVER, "mcp-library.js"));
	});
	await unlessDone(join(place.web, ".built"), hash, async () => {
		console.log("Building the web app …");
		await build(place.web);
		for (const script of ["boot.js", "button.js", "embed.js"])
			await minifyScript(join(place.web, script));
		// In a process of its own, which ends with it: React keeps a process with its scheduler alive.
		await run("node", ["dev/build/prerender.ts", SERVER, place.web]);
	});
	await buildDescription({ web: place.web, server: SERVER, appName });
}

/** These scripts are copied as they are written, with their comments, and a page waits for some of them. */
async function minifyScript(path: string): Promise<void> {
	const { code, errors } = await minify(path, await readFile(path, "utf8"));
	if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
	await writeFile(path, code);
}
