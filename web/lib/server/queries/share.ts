import useSWR, { mutate } from "swr";
import type { ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { fetchShare, type ShownTerms, shareAddress } from "./share-response.ts";

const keyOf = (slug: string, { code, checkout }: ShownTerms) =>
	code || checkout ? [shareAddress(slug), code, checkout] : shareAddress(slug);

/** Keeps a share fetched with a discount code, so that it appears immediately. */
export const keepShareResponse = (slug: string, code: string, page: ShareResponse) =>
	mutate(keyOf(slug, { code, checkout: null }), page, false);

/** As this viewer may see it, priced on these terms. */
export function useShareResponse(slug: string, terms: ShownTerms = {}) {
	return useSWR<ShareResponse>(keyOf(slug, terms), () => fetchShare(slug, terms), {
		keepPreviousData: true,
	});
}
