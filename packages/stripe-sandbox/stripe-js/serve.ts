import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { build } from "vite";

let bundled: Promise<string> | undefined;

/** Bundled on the first request. */
export function stripeJsRoutes(): Hono {
	const app = new Hono();
	for (const path of ["/v3/stripe.js", "/v3/", "/v3", "/endive/stripe.js"]) {
		app.get(path, async (c) => {
			bundled ??= bundle(fileURLToPath(new URL("./index.ts", import.meta.url)));
			return c.body(await bundled, 200, {
				"content-type": "text/javascript; charset=utf-8",
				"access-control-allow-origin": "*",
				"cross-origin-resource-policy": "cross-origin",
				"cache-control": "no-cache",
			});
		});
	}
	app.get("/3ds-done.js", (c) =>
		c.body(
			"window.parent.postMessage({ source: 'stripe-sandbox', outcome: location.pathname.split('/').pop() }, '*');",
			200,
			{ "content-type": "text/javascript; charset=utf-8" },
		),
	);
	return app;
}

/** A classic script without global declarations. */
export async function bundle(entry: string): Promise<string> {
	const output = await build({
		configFile: false,
		logLevel: "error",
		root: fileURLToPath(new URL(".", import.meta.url)),
		define: { "process.env.NODE_ENV": '"production"' },
		build: {
			write: false,
			minify: false,
			target: "es2022",
			lib: { entry, formats: ["iife"], name: "StripeSandboxJs", fileName: "stripe" },
		},
	});
	const first = Array.isArray(output) ? output[0] : output;
	if (first === undefined || !("output" in first))
		throw new Error("Vite made no bundle of Stripe.js");
	return first.output[0].code;
}
