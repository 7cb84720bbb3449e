import { nextPageOf } from "../../../worker/contract/pages.ts";

type Page<T> = { json: () => Promise<T[]>; headers: Headers };

/** Follows the links from page to page, and says whether there are more than `pages`. */
export async function readPages<T>(
	pages: number,
	read: (query: { after?: string }) => Promise<Page<T>>,
): Promise<{ items: T[]; hasMore: boolean }> {
	const items: T[] = [];
	for (let query: { after?: string } = {}, count = 1; ; count++) {
		const page = await read(query);
		items.push(...(await page.json()));
		const after = nextPageOf(page.headers.get("link"));
		if (after === null || count >= pages) return { items, hasMore: after !== null };
		query = { after };
	}
}
