/** How many entries a page of a list has at most. */
export const MAX_PAGE = 200;

/** Returns the `after` of the next page from the header `Link` of a list; null on the last one. */
export function nextPageOf(link: string | null | undefined): string | null {
	const after = /[?&]after=([^&>]*)[^>]*>; rel="next"/.exec(link ?? "")?.[1];
	return after === undefined ? null : decodeURIComponent(after);
}
