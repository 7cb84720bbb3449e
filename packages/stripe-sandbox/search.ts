import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import type { Kind, Kinds } from "./kinds.ts";
import type { Params } from "./params.ts";

/** Stripe's search result; the sandbox never has a second page. */
export interface SearchResult<T> {
	object: "search_result";
	data: T[];
	has_more: boolean;
	next_page: null;
	url: string;
}

/**
 * Stripe's search, limited to `field:'value'` clauses joined by AND; `field` is a plain field or
 * `metadata['key']`.
 */
export function searchObjects<K extends Kind>(
	call: Call,
	params: Params,
	kind: K,
	url: string,
): SearchResult<Kinds[K]> {
	const query = params.requiredText("query");
	const limit = params.integer("limit") ?? 10;
	params.ignore("page");
	const equals: Record<string, string> = {};
	for (const clause of query.split(/\s+AND\s+/i)) {
		const match = /^\s*(?:(\w+)|metadata\[(['"])([\w.:-]+)\2\])\s*:\s*(['"])(.*)\4\s*$/.exec(
			clause,
		);
		if (match === null) {
			throw invalidRequest(`We were unable to parse your search query: ${clause}`, {
				param: "query",
			});
		}
		const [, field, , key, , value = ""] = match;
		equals[field ?? `metadata."${key}"`] = value;
	}
	const page = call.store.list(kind, { account: call.account, equals, limit });
	return {
		object: "search_result",
		data: page.data,
		has_more: page.has_more,
		next_page: null,
		url,
	};
}
