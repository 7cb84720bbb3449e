import { createExecutionContext } from "cloudflare:test";
import { PublicSharePage, Rendition } from "../entrypoints.ts";
import type { CachedEntrypoint, CachedEntrypoints } from "../platform/http/cached-entrypoint.ts";

type Place = (name: keyof CachedEntrypoints, entrypoint: CachedEntrypoint) => CachedEntrypoint;

/** What stands in front of the entrypoints: nothing, as on a developer's machine. */
const nothing: Place = (_, entrypoint) => entrypoint;
let place = nothing;

/** Does something while this stands in front of the cached entrypoints. */
export async function withCaches<T>(caches: Place, work: () => Promise<T>): Promise<T> {
	const former = place;
	place = caches;
	try {
		return await work();
	} finally {
		place = former;
	}
}

/** An execution context whose cached entrypoints have these bindings. */
export function executionOver(bindings: Env): ExecutionContext {
	const execution = createExecutionContext();
	const exports = {
		PublicSharePage: place("pages", new PublicSharePage(execution, bindings)),
		Rendition: place("renditions", new Rendition(execution, bindings)),
	};
	return Object.defineProperty(execution, "exports", { value: exports });
}
