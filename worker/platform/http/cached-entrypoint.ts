import { log, serializeError } from "../log.ts";

/** An entrypoint of the Worker behind the platform's cache. */
export type CachedEntrypoint = {
	fetch(request: Request): Promise<Response>;
	purge(tags: string[]): Promise<boolean>;
};

export type CachedEntrypoints = Readonly<Record<"pages" | "renditions", CachedEntrypoint>>;

/** All that a request to a cached entrypoint contains: it has no header and no body. */
type BareRequest = { path: string; query: Readonly<Record<string, string>> };

/**
 * Calls a cached entrypoint with a newly built request, so that nothing of the visitor's can get into a response that
 * others receive. Returns null without a response, or for a failure.
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
