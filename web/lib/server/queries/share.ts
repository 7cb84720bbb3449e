import useSWR, { mutate } from "swr";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { fetchShare, type ShownTerms, shareAddress } from "./share-response.ts";

const keyOf = (slug: string, { code, checkout }: ShownTerms) =>
	code || checkout ? [shareAddress(slug), code, checkout] : shareAddress(slug);

export const keepShareResponse = (slug: string, code: string, page: ShareResponse) =>
	mutate(keyOf(slug, { code, checkout: null }), page, false);

export function useShareResponse(slug: string, terms: ShownTerms = {}) {
	return useSWR<ShareResponse>(keyOf(slug, terms), () => fetchShare(slug, terms), {
		keepPreviousData: true,
	});
}
