export const MAX_PAGE = 200;

/** Returns the next page's `after` from a list's `Link` header; null on the last page. */
export function nextPageOf(link: string | null | undefined): string | null {
	const after = /[?&]after=([^&>]*)[^>]*>; rel="next"/.exec(link ?? "")?.[1];
	return after === undefined ? null : decodeURIComponent(after);
}
