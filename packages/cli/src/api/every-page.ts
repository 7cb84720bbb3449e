import { nextPageOf } from "../../../../worker/contract/pages.ts";
import type { Api, CallOptions } from "./api.ts";

/** Returns a whole list whose pages each link to the next one. */
export async function everyPage<T>(
	api: Api,
	path: string,
	query: CallOptions["query"] = {},
): Promise<T[]> {
	const found: T[] = [];
	for (let after: string | undefined; ; ) {
		const page = await api.response<T[]>("GET", path, { query: { ...query, after } });
		found.push(...page.body);
		const next = nextPageOf(String(page.headers.link));
		if (next === null) return found;
		after = next;
	}
}
