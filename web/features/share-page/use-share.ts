import { useEffect, useMemo } from "react";
import type { InlinedShare } from "../../../worker/contract/share-view.ts";
import { ApiFailure } from "../../lib/failure.ts";
import { onPurchase } from "../../lib/purchase-events.ts";
import { useShareResponse } from "../../lib/queries/share.ts";
import { retryWhilePolling } from "../../lib/swr.ts";
import { pollingIntervalMs } from "./polling-interval.ts";
import type { PaymentReturn } from "./use-payment-return.ts";

/**
 * The share as this viewer may see it: at once from the document, else from the API. It is revalidated on
 * focus, while an upload is in progress, and while a payment settles.
 */
export function useShare(
	slug: string,
	inlined: InlinedShare | null,
	paymentStep: PaymentReturn["step"],
) {
	const { page: inlinedPage, refusal } = inlined ?? {};
	const response = useShareResponse(slug, {
		...(inlinedPage && { fallbackData: inlinedPage }),
		...(inlined && { revalidateOnMount: false }),
		revalidateOnFocus: true,
		dedupingInterval: 1_000,
		// SWR passes the cached value, which is undefined while the page shows the inlined response.
		refreshInterval: (page = inlinedPage) => pollingIntervalMs(page, paymentStep),
		onErrorRetry: retryWhilePolling,
	});
	const { data, mutate } = response;
	// Tabs notify each other of purchases, so that a page in another tab unlocks too.
	useEffect(() => onPurchase(() => void mutate()), [mutate]);
	const refused = useMemo(() => refusal && new ApiFailure(refusal.status, refusal), [refusal]);
	return { data, mutate, error: response.error ?? (data ? undefined : refused) };
}
