import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { Script } from "node:vm";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { type ESTree, parseSync } from "vite";

/** Can be instantiated any number of times, each with its own globals and memory. */
export type Bundle = { readonly script: Script };

/** A planted defect: a change of one file before it is bundled. */
export type Change = {
	readonly file: string;
	/** occurs exactly once */
	readonly from: string;
	readonly to: string;
};

function withChange(root: string, { file, from, to }: Change): string {
	const pieces = readFileSync(join(root, file), "utf8").split(from);
	if (pieces.length !== 2)
		throw new Error(`${file} has this ${pieces.length - 1} times, not once:\n${from}`);
	return pieces.join(to);
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };

function awaitsIn(program: unknown, found: Node[] = []): Node[] {
	if (Array.isArray(program)) for (const each of program) awaitsIn(each, found);
	else if (program !== null && typeof program === "object") {
		const node = program as Node;
		if (node.type === "AwaitExpression") found.push(node);
		for (const [key, value] of Object.entries(node))
			if (key !== "parent" && value !== null && typeof value === "object") awaitsIn(value, found);
	}
	return found;
}

/** Reports each `await` of the Worker's code before it waits: `await $await("file:line:column", …)`. */
function tellingAwaits(root: string, change?: Change): Plugin {
	const changed = change && withChange(root, change);
	return {
		name: "awaits",
		setup(setup) {
			setup.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
				const place = relative(root, path);
				if (!place.startsWith("worker/") || place.startsWith("worker/test/")) return null;
				const text = (place === change?.file && changed) || readFileSync(path, "utf8");
				const lang = path.endsWith("x") ? "tsx" : "ts";
				const { program } = parseSync(path, text, { lang, sourceType: "module" }) as {
					program: ESTree.Program;
				};
				const changes: [at: number, insert: string][] = [];
				for (const node of awaitsIn(program)) {
					const before = text.slice(0, node.start).split("\n");
					const at = `${place}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
					const { start, end } = node.argument as Node;
					changes.push([start, `$await("${at}", `], [end, ")"]);
				}
				let contents = text;
				// Inserts from the end; of two at one place, the first one found stays outside.
				for (const [at, insert] of changes.toSorted(([a], [b]) => b - a))
					contents = contents.slice(0, at) + insert + contents.slice(at);
				return { contents, loader: lang };
			});
		},
	};
}

export const SHADOWED = [
	"AbortSignal",
	"Date",
	"FixedLengthStream",
	"HTMLRewriter",
	"IdentityTransformStream",
	"Math",
	"Reflect",
	"caches",
	"clearTimeout",
	"console",
	"crypto",
	"fetch",
	"globalThis",
	"performance",
	"scheduler",
	"setTimeout",
] as const;

/** Import names of packages; those of the runtime's own modules look alike. */
const PACKAGES = /^(?:@[\w-]|[a-z#])/;
const BUILT_IN = /^(?:node:|cloudflare:)/;

const OPTIONS = {
	bundle: true,
	write: false,
	format: "cjs",
	platform: "node",
	target: "es2024",
	logLevel: "error",
	external: ["node:*", "cloudflare:workers"],
	define: { "import.meta.url": '"file:///"' },
	jsx: "automatic",
	conditions: ["workerd", "worker", "browser"],
	mainFields: ["browser", "module", "main"],
} as const satisfies BuildOptions;

function scriptOf(filename: string, code: string): Script {
	return new Script(
		`(function ({ ${SHADOWED.join(", ")} }, $await, $libraries) { return function (require, module, exports) {\n${code}\n}; })`,
		{ filename },
	);
}

async function codeOf(options: BuildOptions): Promise<string> {
	const { outputFiles } = await build(options);
	return outputFiles?.[0]?.text ?? "";
}

/** Bundles a module's text; packages are this process's. */
export async function bundle(contents: string, root: string): Promise<Bundle> {
	const stdin = { contents, resolveDir: root, loader: "ts" } as const;
	const code = await codeOf({
		...OPTIONS,
		stdin,
		conditions: [],
		mainFields: [],
		packages: "external",
	});
	return { script: scriptOf("sandbox.js", code) };
}

/** Packages keep no state of a request, so isolates share one warm copy. */
export type Libraries = Bundle & { readonly names: ReadonlyMap<string, readonly string[]> };

/** Drizzle's `is` is called millions of times and compares the names of an object's classes. */
const rememberingClasses: Plugin = {
	name: "classes",
	setup(setup) {
		setup.onLoad({ filter: /\/drizzle-orm\/entity\.js$/ }, ({ path }) => ({
			contents: `${readFileSync(path, "utf8").replace("function is(", "function compare(")}
				const answers = new Map();
				function is(value, type) {
					const own = value && typeof value === "object" && Object.getPrototypeOf(value)?.constructor;
					if (!own) return compare(value, type);
					let known = answers.get(type);
					if (!known) answers.set(type, (known = new Map()));
					let answer = known.get(own);
					if (answer === undefined) known.set(own, (answer = compare(value, type)));
					return answer;
				}`,
		}));
	},
};

export async function bundleLibraries(contents: string, root: string): Promise<Libraries> {
	const found = new Set<string>();
	const noting: Plugin = {
		name: "packages",
		setup(setup) {
			setup.onResolve({ filter: PACKAGES }, ({ path }) => {
				if (BUILT_IN.test(path)) return null;
				found.add(path);
				return { path, external: true };
			});
		},
	};
	await codeOf({
		...OPTIONS,
		stdin: { contents, resolveDir: root, loader: "ts" },
		plugins: [noting],
	});
	const names = [...found].sort();
	const imports = names.map((name, at) => `import * as m${at} from ${JSON.stringify(name)};`);
	const exported = names.map((name, at) => `${JSON.stringify(name)}: m${at}`);
	const text = `${imports.join("\n")}\nexport const libraries = { ${exported.join(", ")} };`;
	const code = await codeOf({
		...OPTIONS,
		stdin: { contents: text, resolveDir: root, loader: "ts" },
		plugins: [rememberingClasses],
	});
	const script = scriptOf("libraries.js", code);
	const module = { exports: {} as { libraries: Record<string, object> } };
	// Run once with this process's globals, to learn what the packages export.
	script.runInThisContext()(globalThis)(createRequire(import.meta.url), module, module.exports);
	const keys = Object.entries(module.exports.libraries).map(
		([name, library]) => [name, Object.keys(library)] as const,
	);
	return { script, names: new Map(keys) };
}

function sharing({ names }: Libraries): Plugin {
	return {
		name: "libraries",
		setup(setup) {
			setup.onResolve({ filter: PACKAGES }, ({ path }) =>
				names.has(path) ? { path, namespace: "library" } : null,
			);
			setup.onLoad({ filter: /.*/, namespace: "library" }, ({ path }) => ({
				contents: [
					`const library = $libraries[${JSON.stringify(path)}];`,
					...(names.get(path) ?? []).map((name, at) =>
						name === "default"
							? "export default library.default;"
							: `const e${at} = library[${JSON.stringify(name)}]; export { e${at} as ${name} };`,
					),
				].join("\n"),
			}));
		},
	};
}

export async function bundleProduct(
	contents: string,
	{ root, libraries, change }: { root: string; libraries: Libraries; change?: Change },
): Promise<Bundle> {
	const code = await codeOf({
		...OPTIONS,
		stdin: { contents, resolveDir: root, loader: "ts" },
		plugins: [sharing(libraries), tellingAwaits(root, change)],
	});
	return { script: scriptOf("product.js", code) };
}
