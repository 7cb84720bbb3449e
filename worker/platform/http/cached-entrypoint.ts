import { log, serializeError } from "../log.ts";

export type CachedEntrypoint = {
	fetch(request: Request): Promise<Response>;
	purge(tags: string[]): Promise<boolean>;
};

export type CachedEntrypoints = Readonly<Record<"pages" | "renditions", CachedEntrypoint>>;

type BareRequest = { path: string; query: Readonly<Record<string, string>> };

/**
 * Sends a new request without anything of the visitor's, since others receive the response. Returns null for a
 * failure.
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
