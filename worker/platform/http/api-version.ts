import { getPath } from "hono/utils/url";

const VERSION = "/api/v1/";

/** Routes `/api/v1/…`, the API's stable addresses, as `/api/…`. */
export function routedPath(request: Request): string {
	const path = getPath(request);
	return path.startsWith(VERSION) ? `/api/${path.slice(VERSION.length)}` : path;
}
