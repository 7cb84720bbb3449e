import { log, serializeError } from "../log.ts";

/** An entrypoint of the Worker that the platform's cache stands in front of. */
export type CachedEntrypoint = {
	fetch(request: Request): Promise<Response>;
	/** Makes its cache forget all answers with one of these tags; false when the platform refuses. */
	purge(tags: string[]): Promise<boolean>;
};

/** The cached entrypoints by the names of their caches. */
export type CachedEntrypoints = Readonly<Record<"pages" | "renditions", CachedEntrypoint>>;

/** The most that a request to a cached entrypoint consists of: it has no header and no body. */
type BareRequest = { path: string; query: Readonly<Record<string, string>> };

/**
 * Asks a cached entrypoint. Its request is made from nothing, so that nothing of the visitor's can become
 * part of an answer that others get. Returns null when there is no answer, or one that is a failure.
 */
export async function askCached(
	entrypoint: CachedEntrypoint | undefined,
	{ path, query }: BareRequest,
): Promise<Response | null> {
	if (!entrypoint) return null;
	const url = new URL(path, "https://public.invalid");
	url.search = new URLSearchParams(query).toString();
	try {
		const answer = await entrypoint.fetch(new Request(url));
		if (answer.status < 500) return answer;
		await answer.body?.cancel();
	} catch (error) {
		log("warn", "cached.failed", serializeError(error));
	}
	return null;
}
