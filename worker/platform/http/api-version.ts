import { getPath } from "hono/utils/url";

const VERSION = "/api/v1/";

/** Routes `/api/v1/…`, the stable addresses of the API, as `/api/…`. */
export function routedPath(request: Request): string {
	const path = getPath(request);
	return path.startsWith(VERSION) ? `/api/${path.slice(VERSION.length)}` : path;
}
