import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, requireWritable, run } from "../local/processes.ts";
import { place } from "../local/stack.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { publishedDescription, writeDescription } from "../openapi/build.ts";
import { buttonScript } from "./button-script.ts";

/** Vite's output for the Worker and the prerendering (`#…` in package.json). */
const SERVER = join(ROOT, "dist-server");
const SOURCES = [
	"web",
	"locales",
	...globSync("worker/**/contract{.ts,/*.ts}", { cwd: ROOT }).sort(),
	"package-lock.json",
	"vite.config.ts",
	"tools/build",
];

/** Rebuilds everything whose sources or product name changed; in parallel, since no step keeps two processors busy. */
export async function buildWeb(appName = ""): Promise<void> {
	// Everything below writes there.
	requireWritable(place.state, "STATE_DIR");
	requireWritable(place.web, "WEB_DIR");
	const hash = hashOf(SOURCES, appName);
	// Vite and React must not take different modes from the environment.
	const env = { APP_NAME: appName, NODE_ENV: "production" };
	const build = (outDir: string, ...args: string[]) =>
		run("vite", ["build", "--logLevel", "warn", "--outDir", outDir, "--emptyOutDir", ...args], {
			env,
		});
	const server = unlessDone(join(SERVER, ".built"), hash, async () => {
		await build(SERVER, "--ssr");
		const { buildMcpLibrary } = await import("./mcp-library.ts");
		await buildMcpLibrary(join(SERVER, "mcp-library.js"));
		const { buildPasskeyLibrary } = await import("./passkey-library.ts");
		await buildPasskeyLibrary(join(SERVER, "passkey-library.js"));
	});
	const web = unlessDone(join(place.web, ".built"), hash, async () => {
		console.log("Building the web app …");
		await build(place.web);
		await minifyScript(join(place.web, "boot.js"));
		await minifyScript(join(place.web, "button.js"), buttonScript);
		await minifyScript(join(place.web, "embed.js"));
		await server;
		// React's scheduler keeps a process alive.
		await run("node", ["tools/build/prerender.ts", SERVER, place.web], { env });
	});
	// Must follow everything that empties the folder.
	const description = publishedDescription(appName);
	await Promise.all([server, web, description]);
	await writeDescription(place.web, await description);
}

/** Vite copies these scripts verbatim, and some block pages. */
async function minifyScript(path: string, complete = (source: string) => source): Promise<void> {
	// Vite takes a while to load.
	const { minify } = await import("vite");
	const { code, errors } = await minify(path, complete(await readFile(path, "utf8")));
	if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
	await writeFile(path, code);
}
