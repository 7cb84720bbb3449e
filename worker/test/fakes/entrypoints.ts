import { createExecutionContext } from "cloudflare:test";
import { forgetPages, PublicSharePage, Rendition } from "../../entrypoints.ts";
import type { CachedEntrypoint, CachedEntrypoints } from "../../platform/http/cached-entrypoint.ts";

type Place = (name: keyof CachedEntrypoints, entrypoint: CachedEntrypoint) => CachedEntrypoint;

/** No cache, as on a developer's machine. */
const nothing: Place = (_, entrypoint) => entrypoint;
let place = nothing;

export async function withCaches<T>(caches: Place, work: () => Promise<T>): Promise<T> {
	const former = place;
	place = caches;
	try {
		return await work();
	} finally {
		place = former;
	}
}

let remembers = false;

/** Lets requests find pages that earlier ones left in memory. */
export async function withMemory<T>(work: () => Promise<T>): Promise<T> {
	forgetPages();
	remembers = true;
	try {
		return await work();
	} finally {
		remembers = false;
	}
}

export function executionOver(bindings: Env): ExecutionContext {
	// Other tests change the database behind the Worker's back.
	if (!remembers) forgetPages();
	const execution = createExecutionContext();
	const exports = {
		PublicSharePage: place("pages", new PublicSharePage(execution, bindings)),
		Rendition: place("renditions", new Rendition(execution, bindings)),
	};
	return Object.defineProperty(execution, "exports", { value: exports });
}
