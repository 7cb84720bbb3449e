import { useEffect } from "react";
import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { onPurchase } from "../../lib/purchase-events.ts";
import { useShareResponse } from "../../lib/queries/share.ts";
import { retryWhilePolling } from "../../lib/swr.ts";
import { pollingIntervalMs } from "./polling-interval.ts";
import type { Settling } from "./use-settling.ts";

/** The answer that the Worker wrote into the document; null in documents without one. */
function inlinedPage(slug: string): ShareResponse | undefined {
	const text = document.getElementById("share-data")?.textContent;
	if (!text) return undefined;
	// The Worker writes this element from the same type.
	const page = JSON.parse(text) as ShareResponse;
	return page.fileShare.shareId === slug ? page : undefined;
}

/**
 * The share as this viewer may see it: at once from the document, else by the API. It is looked at
 * again on focus, while an upload is under way, and while a payment settles.
 */
export function useShare(slug: string, settling: Settling["step"]) {
	const inlined = inlinedPage(slug);
	const response = useShareResponse(slug, {
		...(inlined && { fallbackData: inlined, revalidateOnMount: false }),
		revalidateOnFocus: true,
		dedupingInterval: 1_000,
		// SWR passes what its cache holds, which is nothing while the page shows the inlined answer.
		refreshInterval: (page = inlined) => pollingIntervalMs(page, settling),
		onErrorRetry: retryWhilePolling,
	});
	const { mutate } = response;
	// Tabs tell each other that something was bought, so that the page behind opens too.
	useEffect(() => onPurchase(() => void mutate()), [mutate]);
	return response;
}
