import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, requireWritable, run } from "../local/processes.ts";
import { place } from "../local/stack.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { publishedDescription, writeDescription } from "../openapi/build.ts";
import { buttonScript } from "./button-script.ts";

/** Where the Worker and the prerendering find what Vite builds for them (`#…` in package.json). */
const SERVER = join(ROOT, "dist-server");
const SOURCES = [
	"web",
	"locales",
	"worker/contract",
	"package-lock.json",
	"vite.config.ts",
	"tools/build",
];

/**
 * Builds the web app, what renders it, a library of the Worker and the description of the API, when their
 * sources or the product's name changed: side by side, since none of them keeps two processors busy.
 */
export async function buildWeb(appName = ""): Promise<void> {
	// First, since everything below writes there.
	requireWritable(place.state, "STATE_DIR");
	requireWritable(place.web, "WEB_DIR");
	const hash = hashOf(SOURCES, appName);
	// Vite and React take another mode from the environment, and then don't fit together.
	const env = { APP_NAME: appName, NODE_ENV: "production" };
	const build = (outDir: string, ...args: string[]) =>
		run("vite", ["build", "--logLevel", "warn", "--outDir", outDir, "--emptyOutDir", ...args], {
			env,
		});
	const server = unlessDone(join(SERVER, ".built"), hash, async () => {
		await build(SERVER, "--ssr");
		const { buildMcpLibrary } = await import("./mcp-library.ts");
		await buildMcpLibrary(join(SERVER, "mcp-library.js"));
	});
	const web = unlessDone(join(place.web, ".built"), hash, async () => {
		console.log("Building the web app …");
		await build(place.web);
		await minifyScript(join(place.web, "boot.js"));
		await minifyScript(join(place.web, "button.js"), buttonScript);
		await minifyScript(join(place.web, "embed.js"));
		await server;
		// In a process of its own, which ends with it: React keeps a process with its scheduler alive.
		await run("node", ["tools/build/prerender.ts", SERVER, place.web], { env });
	});
	// Made while the others are built, and written when they no longer empty the folder.
	const description = publishedDescription(appName);
	await Promise.all([server, web, description]);
	await writeDescription(place.web, await description);
}

/** These scripts are copied as they are written, with their comments, and a page waits for some of them. */
async function minifyScript(path: string, complete = (source: string) => source): Promise<void> {
	// Only here, since Vite takes a while to load.
	const { minify } = await import("vite");
	const { code, errors } = await minify(path, complete(await readFile(path, "utf8")));
	if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
	await writeFile(path, code);
}
