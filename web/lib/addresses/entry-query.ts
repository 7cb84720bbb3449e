import { paths } from "./paths.ts";
import { safePath } from "./safe-path.ts";

/** What an address asks for by `?redirect=/path` or `?share=id`; null where it has neither. */
export type Entry = {
	/** the page of this site to go to; null for what leads nowhere */
	readonly wanted: string | null;
	/** the other parameters, with their question mark */
	readonly rest: string;
};

/** Reads those parameters, which lead within this site only. A share that can't be one leads to its "not found". */
export function readEntry(search: string): Entry | null {
	const query = new URLSearchParams(search);
	if (!query.has("redirect") && !query.has("share")) return null;
	const share = query.get("share") ?? "";
	// A segment of dots would be another path.
	const slug = /^\.*$/.test(share) ? null : encodeURIComponent(share);
	const wanted = slug ? paths.share(slug) : safePath(query.get("redirect"));
	query.delete("redirect");
	query.delete("share");
	return { wanted, rest: query.size > 0 ? `?${query}` : "" };
}

/** The same for documents without a router: goes there, or removes the parameters from the address. */
export function followEntry({ pathname, search, hash }: Location): void {
	const entry = readEntry(search);
	if (!entry) return;
	if (entry.wanted) location.replace(entry.wanted);
	else history.replaceState(history.state, "", pathname + entry.rest + hash);
}
