import { env } from "cloudflare:workers";
import { app } from "../app.ts";
import { ORIGIN } from "./test-app.ts";

/** A minimal build of the web app. */
const BUILT = `<!doctype html><html><head><title>Tillbox</title>
<meta name="description" content="built"><script type="module" src="/assets/a.js"></script>
</head><body><div id="root"></div></body></html>`;

/** A response of the assets binding; its header rules apply to missing files as well. */
function store(path: string): Response {
	const headers = { "Cache-Control": "public, max-age=31536000, immutable" };
	switch (path) {
		case "/":
		case "/share":
			return new Response(BUILT, { headers: { "Content-Type": "text/html" } });
		case "/robots.txt":
			return new Response("User-agent: *", { headers: { "Content-Type": "text/plain" } });
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
	const waiting: Promise<unknown>[] = [];
	const cookie = Object.entries(cookies)
		.map(([name, value]) => `${name}=${value}`)
		.join("; ");
	const ASSETS = {
		fetch: async (request: Request) => store(new URL(request.url).pathname),
	};
	const response = await app.fetch(
		new Request(new URL(path, ORIGIN), { method, headers: { ...headers, cookie } }),
		{ ...env, ASSETS },
		{
			waitUntil: (promise: Promise<unknown>) => waiting.push(promise),
			passThroughOnException: () => {},
			props: {},
		} as unknown as ExecutionContext, // the runtime's own class cannot be made by hand
	);
	await Promise.all(waiting);
	return response;
}
