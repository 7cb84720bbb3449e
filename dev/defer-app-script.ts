import type { Plugin } from "vite";

/**
 * Lets a document that the Worker has rendered already be painted before its app is loaded: `boot.js`
 * requests the app's files and the headings' font after the first frame, so that on a slow connection
 * they don't compete with what the first paint needs.
 */
export function deferAppScript(document: string): Plugin {
	return {
		name: "deferred-app",
		apply: "build",
		transformIndexHtml: {
			order: "post",
			handler(html, { filename }) {
				if (!filename.endsWith(document)) return html;
				const late = html
					.replace(
						/<script type="module" crossorigin src="([^"]+)"><\/script>/,
						'<link rel="modulepreload" crossorigin href="$1" id="deferred-app">',
					)
					.replace(/rel="((?:module)?preload)"/g, 'rel="late-$1"');
				if (!late.includes('id="deferred-app"')) throw new Error(`No app found in ${document}`);
				return late;
			},
		},
	};
}
