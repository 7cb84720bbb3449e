import type { Plugin, Rolldown } from "vite";

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

function withImports(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
	const chunk = bundle[file];
	if (chunk?.type !== "chunk" || found.has(file)) return found;
	found.add(file);
	for (const imported of chunk.imports) withImports(bundle, imported, found);
	return found;
}

/**
 * Lets `boot.js` request a route's chunks with the app. `routes` maps first path segments to modules. JSON passes the
 * policy against inline scripts.
 */
export function routeChunks(routes: Readonly<Record<string, string>>): Plugin {
	return {
		name: "route-chunks",
		apply: "build",
		transformIndexHtml: {
			order: "post",
			handler(html, { bundle, chunk, filename }) {
				if (!bundle || !chunk || !filename.endsWith("/index.html")) return html;
				const initial = withImports(bundle, chunk.fileName);
				const table: Record<string, string[]> = {};
				for (const [route, module] of Object.entries(routes)) {
					const own = Object.values(bundle).find(
						(one) => one.type === "chunk" && one.facadeModuleId?.endsWith(module),
					);
					if (!own) throw new Error(`No chunk for the route /${route}: ${module}`);
					table[route] = [...withImports(bundle, own.fileName)]
						.filter((file) => !initial.has(file))
						.map((file) => `/${file}`);
				}
				const data = `<script type="application/json" id="route-chunks">${JSON.stringify(table)}</script>`;
				return html.replace('<script src="/boot.js">', `${data}\n\t\t<script src="/boot.js">`);
			},
		},
	};
}
