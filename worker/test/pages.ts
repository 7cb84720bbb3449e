import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../app.ts";
import { executionOver } from "./entrypoints.ts";
import { currentBindings, ORIGIN } from "./test-app.ts";

/** A minimal build of the web app; `name` says which of its documents it is. */
const built = (name: string) => `<!doctype html><html lang="en"><head><title>Tillbox</title>
<meta name="description" content="built"><script type="module" src="/assets/a.js"></script>
</head><body data-name="${name}"><div id="root"></div></body></html>`;

/**
 * A response of the assets binding, with the picture that was really built; its header rules apply to
 * missing files as well.
 */
async function store(path: string): Promise<Response> {
	if (path.startsWith("/prerendered/"))
		return new Response(built(path), { headers: { "Content-Type": "text/html" } });
	const headers = { "Cache-Control": "public, max-age=31536000, immutable" };
	switch (path) {
		case "/":
		case "/share":
		case "/creator":
			return new Response(built(path), { headers: { "Content-Type": "text/html" } });
		case "/robots.txt":
			return new Response("User-agent: *", { headers: { "Content-Type": "text/plain" } });
		case "/card.jpg":
			return env.ASSETS.fetch(`${ORIGIN}${path}`);
		case "/assets/a.js":
			return new Response("1", { headers: { ...headers, "Content-Type": "text/javascript" } });
		default:
			return new Response(null, {
				status: 404,
				headers: path.startsWith("/assets/") ? headers : {},
			});
	}
}

/**
 * Sends a request to the app with a built page in the assets binding, and waits for its background work.
 */
export async function requestPage(
	path: string,
	cookies: Record<string, string> = {},
	headers: Record<string, string> = {},
	method = "GET",
) {
	const cookie = Object.entries(cookies)
		.map(([name, value]) => `${name}=${value}`)
		.join("; ");
	const ASSETS = {
		fetch: async (request: Request) => store(new URL(request.url).pathname),
	};
	const bindings = { ...currentBindings(), ASSETS: ASSETS as unknown as Fetcher };
	const execution = executionOver(bindings);
	const response = await app.fetch(
		new Request(new URL(path, ORIGIN), {
			method,
			headers: { ...headers, ...(cookie && { cookie }) },
		}),
		bindings,
		execution,
	);
	await waitOnExecutionContext(execution);
	return response;
}
