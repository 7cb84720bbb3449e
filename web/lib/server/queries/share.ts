import useSWR, { mutate } from "swr";
import type { ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { fetchShare, type ShownTerms, shareAddress } from "./share-response.ts";

const keyOf = (slug: string, { code, checkout }: ShownTerms) =>
	code || checkout ? [shareAddress(slug), code, checkout] : shareAddress(slug);

/** Keeps a share as it was fetched with a discount code, so that it is shown with it at once. */
export const keepShareResponse = (slug: string, code: string, page: ShareResponse) =>
	mutate(keyOf(slug, { code, checkout: null }), page, false);

/** A share as this viewer may see it, and what it costs on these terms. */
export function useShareResponse(slug: string, terms: ShownTerms = {}) {
	return useSWR<ShareResponse>(keyOf(slug, terms), () => fetchShare(slug, terms), {
		keepPreviousData: true,
	});
}
