import { paths } from "./paths.ts";
import { safePath } from "./safe-path.ts";

/** Read from `?redirect=/path` or `?share=id`; null if the address has neither. */
export type Entry = {
	readonly wanted: string | null;
	readonly rest: string;
};

/** Leads within this site only. An invalid share id leads to "not found". */
export function readEntry(search: string): Entry | null {
	const query = new URLSearchParams(search);
	if (!query.has("redirect") && !query.has("share")) return null;
	const share = query.get("share") ?? "";
	// A segment of dots would change the path.
	const slug = /^\.*$/.test(share) ? null : encodeURIComponent(share);
	const target = slug ? paths.share(slug) : safePath(query.get("redirect"));
	query.delete("redirect");
	query.delete("share");
	return { wanted: target, rest: query.size > 0 ? `?${query}` : "" };
}

export function followEntry({ pathname, search, hash }: Location): void {
	const entry = readEntry(search);
	if (!entry) return;
	if (entry.wanted) location.replace(entry.wanted);
	else history.replaceState(history.state, "", pathname + entry.rest + hash);
}
