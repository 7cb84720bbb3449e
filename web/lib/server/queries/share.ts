import useSWR, { mutate } from "swr";
import type { ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { fetchShare, shareAddress } from "./share-response.ts";

const keyOf = (slug: string, code: string | null) =>
	code ? [shareAddress(slug), code] : shareAddress(slug);

/** Keeps a share as it was fetched with a discount code, so that it is shown with it at once. */
export const keepShareResponse = (slug: string, code: string, page: ShareResponse) =>
	mutate(keyOf(slug, code), page, false);

/** A share as this viewer may see it, and what a discount code makes of its price. */
export function useShareResponse(slug: string, code: string | null = null) {
	return useSWR<ShareResponse>(keyOf(slug, code), () => fetchShare(slug, code), {
		keepPreviousData: true,
	});
}
