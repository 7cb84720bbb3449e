import type { Plugin } from "vite";

/**
 * Removes the keys of the shapes inside lucide's icons from the build. They are random letters, which compress
 * badly, and React needs none in a list that never changes; in development it would warn.
 */
export function iconsWithoutKeys(): Plugin {
	return {
		name: "icons-without-keys",
		apply: "build",
		transform: {
			filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
			handler: (code) => code.replaceAll(/, key: "[a-z0-9]+"/g, ""),
		},
	};
}
