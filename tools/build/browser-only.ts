import type { Plugin } from "vite";

const EMPTY = "\0browser-only";

/**
 * Leaves modules that browsers load on interaction out of the server's build. `modules` are ends of paths; fails for
 * one that isn't imported.
 */
export function browserOnly(modules: readonly string[]): Plugin {
	const met = new Set<string>();
	return {
		name: "browser-only",
		apply: (_, { isSsrBuild }) => isSsrBuild === true,
		enforce: "pre",
		async resolveDynamicImport(specifier, importer) {
			if (typeof specifier !== "string") return null;
			const resolved = await this.resolve(specifier, importer);
			const module = modules.find((end) => resolved?.id.endsWith(end));
			if (module === undefined) return null;
			met.add(module);
			return EMPTY;
		},
		load: (id) => (id === EMPTY ? 'throw new Error("This is loaded in browsers only.");' : null),
		buildEnd(error) {
			const unknown = modules.filter((module) => !met.has(module));
			if (!error && unknown.length > 0) this.error(`Nobody imports ${unknown.join(", ")}.`);
		},
	};
}
