const APP = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const ROUTES = /<script type="application\/json" id="route-chunks">(.*?)<\/script>\s*/s;

/**
 * Loads a prerendered document's app after the first paint. `route` is the address's first segment, whose chunks
 * `boot.js` requests too.
 */
export function deferApp(html: string, route?: string): string {
	const routes: Record<string, string[]> = JSON.parse(ROUTES.exec(html)?.[1] ?? "{}");
	const chunks = (route !== undefined && routes[route]) || [];
	const links = chunks.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
	const app = (_: string, src: string) =>
		[`<link rel="modulepreload" crossorigin href="${src}" id="deferred-app">`, ...links].join("");
	if (!APP.test(html)) throw new Error("The document has no app to defer.");
	return (
		html
			.replace(ROUTES, "")
			.replace(APP, app)
			.replace(/rel="((?:module)?preload)"/g, 'rel="late-$1"')
			// Only for links that are preloaded now.
			.replace(/\s+as="font"/g, "")
			.replace('<div id="root"', '<div id="root" class="first-paint"')
	);
}
