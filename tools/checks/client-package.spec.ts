import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT, toolEnv } from "../local/processes.ts";
import { buildClient } from "../openapi/client.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
	await buildClient();
	folder = mkdtempSync(join(tmpdir(), "client-package-"));
	const npm = (args: string[], cwd: string) =>
		run("npm", [...args, "--no-audit", "--no-fund", "--offline"], { cwd, env: toolEnv() });
	const { stdout } = await npm(
		["pack", "--pack-destination", folder],
		join(ROOT, "packages/client"),
	);
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	await npm(["install", join(folder, stdout.trim().split("\n").at(-1) ?? "")], folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

it("contains only what programs need, and no dependencies", () => {
	const modules = join(folder, "node_modules");
	expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["@tillbox"]);
	const files = readdirSync(join(modules, "@tillbox/client"), { recursive: true }).map(String);
	expect(files.filter((name) => !name.startsWith("dist")).toSorted()).toEqual([
		"LICENSE",
		"README.md",
		"package.json",
	]);
	expect(files.filter((name) => /test|src|\.built/.test(name))).toEqual([]);
});

it("runs in Node, and its types hold without exceptions, by the rules of Node and of bundlers", async () => {
	const { stdout } = await run(
		process.execPath,
		["--eval", 'console.log(Object.keys(await import("@tillbox/client")).join())'],
		{ cwd: folder },
	);
	expect(stdout.trim()).toBe(
		"Tillbox,TillboxError,WebhookVerificationError,signWebhook,verifyWebhook",
	);
	// With the declarations that the README's examples take for granted.
	const blocks = readFileSync(join(ROOT, "packages/client/README.md"), "utf8").matchAll(
		/```js\n([\s\S]*?)```/g,
	);
	const known = `import { Tillbox, TillboxError } from "@tillbox/client";
declare const token: string; declare const shareId: string; declare const id: string;`;
	let count = 0;
	for (const [, code = ""] of blocks) {
		const needs =
			code.startsWith("const tillbox") || code.includes("import ")
				? ""
				: 'const tillbox = new Tillbox({ server: "" });\n';
		const program = code.includes("import ") ? code : `${known}\n${needs}${code}`;
		writeFileSync(join(folder, `example-${count++}.ts`), program);
	}
	expect(count).toBeGreaterThan(4);
	for (const module of ["nodenext", "esnext"]) {
		const compilerOptions = {
			module,
			moduleResolution: module === "esnext" ? "bundler" : module,
			target: "es2022",
			strict: true,
			noImplicitAny: false,
			exactOptionalPropertyTypes: true,
			noEmit: true,
			lib: ["es2023", "dom", "dom.iterable"],
			types: ["node"],
			typeRoots: [join(ROOT, "node_modules/@types")],
		};
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
		const compiled = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).catch(
			(error) => error,
		);
		expect(compiled.stdout).toBe("");
	}
});
