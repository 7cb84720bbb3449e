import { useEffect } from "react";
import useSWR from "swr";
import type { SharePage } from "../../../worker/contract/shares.ts";
import { onPurchase } from "../../lib/purchase-news.ts";
import { keepAsking } from "../../lib/swr.ts";
import { lookAgainMs } from "./look-again.ts";
import type { Settling } from "./use-settling.ts";

/** The answer that the Worker wrote into the document; null in documents without one. */
function inlinedPage(shareId: string): SharePage | undefined {
	const text = document.getElementById("share-data")?.textContent;
	if (!text) return undefined;
	// The Worker writes this element from the same type.
	const page = JSON.parse(text) as SharePage;
	return page.fileShare.shareId === shareId ? page : undefined;
}

/**
 * The share as this viewer may see it: at once from the document, else by the API. It is looked at
 * again on focus, while an upload is under way, and while a payment settles.
 */
export function useShare(shareId: string, settling: Settling["step"]) {
	const inlined = inlinedPage(shareId);
	const answer = useSWR<SharePage>(`/api/file-shares/${shareId}`, {
		...(inlined && { fallbackData: inlined, revalidateOnMount: false }),
		revalidateOnFocus: true,
		dedupingInterval: 1_000,
		// SWR passes what its cache holds, which is nothing while the page shows the inlined answer.
		refreshInterval: (page = inlined) => lookAgainMs(page, settling),
		onErrorRetry: keepAsking,
	});
	const { mutate } = answer;
	// Tabs tell each other that something was bought, so that the page behind opens too.
	useEffect(() => onPurchase(() => void mutate()), [mutate]);
	return answer;
}
