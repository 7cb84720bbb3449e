import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";

const IMPORT = /^(?!import type).*?(?:\bfrom |\bimport\(\s*|^import )"(\.[^"]+\.tsx?)"/gm;

function reachable(path: string, found = new Set<string>()): Set<string> {
	if (found.has(path)) return found;
	found.add(path);
	for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(IMPORT))
		reachable(resolve(dirname(path), specifier), found);
	return found;
}

/**
 * Limits a stylesheet to the classes of some modules and their imports, since first paints wait for it; in development
 * it has every class.
 */
export function pageStyles(stylesheet: string, modules: readonly string[]): Plugin {
	const app = join(dirname(stylesheet), "..");
	const sources = new Set(modules.flatMap((path) => [...reachable(path)]));
	let isBuild = false;
	return {
		name: "page-styles",
		enforce: "pre",
		configResolved({ command }) {
			isBuild = command === "build";
		},
		transform(code, id) {
			if (id !== stylesheet) return null;
			// A wrong path would silently drop classes.
			for (const [, path = ""] of code.matchAll(/^@source "(\.[^"]+)"/gm))
				if (!existsSync(resolve(dirname(stylesheet), path)))
					this.error(`${stylesheet} names ${path}, which does not exist`);
			const paths = isBuild ? [...sources] : [app];
			return `${code}${paths.map((path) => `@source "${path}";\n`).join("")}`;
		},
		// The bundler's exact graph exists only after the stylesheet.
		buildEnd(error) {
			if (error) return;
			const missed = new Set<string>();
			const seen = new Set<string>();
			const walk = (id: string) => {
				const info = seen.has(id) ? null : this.getModuleInfo(id);
				seen.add(id);
				if (!info) return;
				if (id.startsWith(app) && id.endsWith(".tsx") && !sources.has(id)) missed.add(id);
				for (const next of [...info.importedIds, ...info.dynamicallyImportedIds]) walk(next);
			};
			for (const module of modules) walk(module);
			if (missed.size > 0) this.error(`No styles for ${[...missed].join(", ")}`);
		},
	};
}
