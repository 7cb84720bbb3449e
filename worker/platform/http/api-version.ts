import { getPath } from "hono/utils/url";

const VERSION = "/api/v1/";

/**
 * Returns the path by which a request is routed: `/api/v1/…` are the stable addresses of the API, and the route table
 * has each once, as `/api/…`, which is what readers of `c.req.path` see.
 */
export function routedPath(request: Request): string {
	const path = getPath(request);
	return path.startsWith(VERSION) ? `/api/${path.slice(VERSION.length)}` : path;
}
