import { nextPageOf } from "../../../../worker/contract/pages.ts";
import type { Api, CallOptions } from "./api.ts";

type Query = CallOptions["query"];

/** Returns a whole list whose pages each link to the next one. */
export async function everyPage<T>(api: Api, path: string, query: Query = {}): Promise<T[]> {
	const found: T[] = [];
	for (let after: string | undefined; ; ) {
		const page = await api.response<T[]>("GET", path, { query: { ...query, after } });
		found.push(...page.body);
		const next = nextPageOf(String(page.headers.link));
		if (next === null) return found;
		after = next;
	}
}

/** Fetches the pages of a list one after the other; each names the next one, and the last one null. */
export async function* pagesOf<Page extends { next: string | null }>(
	api: Api,
	path: string,
	query: Query = {},
): AsyncGenerator<Page> {
	for (let after: string | undefined; ; ) {
		const page = await api.json<Page>("GET", path, { query: { ...query, after } });
		yield page;
		if (page.next === null) return;
		after = page.next;
	}
}

/** The items of pages, without those beyond `most`; no page is fetched that would hold none of them. */
export async function* itemsOf<Page, T>(
	pages: AsyncIterable<Page>,
	items: (page: Page) => readonly T[],
	most: number,
): AsyncGenerator<readonly T[]> {
	let left = most;
	for await (const page of pages) {
		const shown = items(page).slice(0, left);
		left -= shown.length;
		yield shown;
		if (left <= 0) return;
	}
}
