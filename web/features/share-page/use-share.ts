import { useEffect } from "react";
import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { onPurchase } from "../../lib/purchase-events.ts";
import { useShareResponse } from "../../lib/queries/share.ts";
import { retryWhilePolling } from "../../lib/swr.ts";
import { pollingIntervalMs } from "./polling-interval.ts";
import type { Settling } from "./use-settling.ts";

/** The response that the Worker inlined in the document; null in documents without one. */
function inlinedPage(slug: string): ShareResponse | undefined {
	const text = document.getElementById("share-data")?.textContent;
	if (!text) return undefined;
	// The Worker writes this element from the same type.
	const page = JSON.parse(text) as ShareResponse;
	return page.fileShare.shareId === slug ? page : undefined;
}

/**
 * The share as this viewer may see it: at once from the document, else from the API. It is revalidated on
 * focus, while an upload is in progress, and while a payment settles.
 */
export function useShare(slug: string, settling: Settling["step"]) {
	const inlined = inlinedPage(slug);
	const response = useShareResponse(slug, {
		...(inlined && { fallbackData: inlined, revalidateOnMount: false }),
		revalidateOnFocus: true,
		dedupingInterval: 1_000,
		// SWR passes the cached value, which is undefined while the page shows the inlined response.
		refreshInterval: (page = inlined) => pollingIntervalMs(page, settling),
		onErrorRetry: retryWhilePolling,
	});
	const { mutate } = response;
	// Tabs notify each other of purchases, so that a page in another tab unlocks too.
	useEffect(() => onPurchase(() => void mutate()), [mutate]);
	return response;
}
