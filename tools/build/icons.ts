import set from "@iconify-json/lucide/icons.json" with { type: "json" };
import type { Plugin } from "vite";

const LUCIDE: Readonly<Record<string, { body: string }>> = set.icons;
const PREFIX = "\0icons:";

/** Resolves `icons:NAME` to a lucide icon's shapes, without what `Icon` sets. */
export function icons(): Plugin {
	return {
		name: "icons",
		resolveId: (id) => (id.startsWith("icons:") ? `\0${id}` : null),
		load(id) {
			if (!id.startsWith(PREFIX)) return null;
			const icon = LUCIDE[id.slice(PREFIX.length)];
			if (!icon) return this.error(`lucide has no icon ${id.slice(PREFIX.length)}.`);
			const shapes = icon.body
				.replace(/ (?:fill|stroke[a-z-]*)="[^"]*"/g, "")
				.replace(/^<g>(.*)<\/g>$/, "$1");
			return `export default ${JSON.stringify(shapes)};`;
		},
	};
}
