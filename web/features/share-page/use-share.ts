import { useCallback, useEffect, useRef, useState } from "react";
import type { InlinedShare } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { onPurchase } from "../../lib/buying/on-purchase.ts";
import { ApiFailure, isTransient } from "../../lib/server/failure.ts";
import type { PaymentReturn } from "./payment-return.ts";
import { isPicked } from "./picking.tsx";
import { mayDownload } from "./view.ts";

/** Few visits fetch the share again. */
async function fetchAgain(slug: string): Promise<ShareResponse> {
	const { fetchShare } = await import("../../lib/server/queries/share-response.ts");
	return fetchShare(slug, { code: new URLSearchParams(location.search).get("code") });
}

const RETRY_MS = 2_000;
const LATER_RETRY_MS = 10_000;
/** ms between fetches on focus. */
const FOCUS_MS = 5_000;

const UPLOADING_MS = 3_000;
const SETTLING_MS = 1_500;
const SLOW_MS = 10_000;

export function pollingIntervalMs(
	page: ShareResponse | undefined,
	paymentStep: PaymentReturn["step"],
): number {
	if (page && mayDownload(page)) return 0;
	const isWaiting = paymentStep === "paid" && page && !isPicked(page);
	if (paymentStep === "settling" || isWaiting) return SETTLING_MS;
	if (paymentStep === "slow") return SLOW_MS;
	return page?.fileShare.status === "uploading" ? UPLOADING_MS : 0;
}

type Answer = {
	data: ShareResponse | undefined;
	/** of the last call */
	error: unknown;
	/** in a row */
	failures: number;
};

function answerIn(inlined: InlinedShare | null): Answer {
	const { page, refusal } = inlined ?? {};
	return { data: page, error: refusal && new ApiFailure(refusal.status, refusal), failures: 0 };
}

/** A full page load explains it. */
const isClosed = (error: unknown) => error instanceof ApiFailure && error.status === 403;

/** Returns ms; 0 for never. */
function nextCallMs({ data, error, failures }: Answer, step: PaymentReturn["step"]): number {
	if (error === undefined) return pollingIntervalMs(data, step);
	if (!isTransient(error)) return 0;
	return failures > 2 ? LATER_RETRY_MS : RETRY_MS;
}

/**
 * First from the document, then from the API. Refetched on focus, during an upload, and while a
 * payment settles. Loads no query library.
 */
export function useShare(
	slug: string,
	inlined: InlinedShare | null,
	paymentStep: PaymentReturn["step"],
) {
	const [answer, setAnswer] = useState(() => answerIn(inlined));
	const last = useRef({ call: 0, at: 0 });
	const load = useCallback(async () => {
		const call = last.current.call + 1;
		last.current = { call, at: Date.now() };
		const result = await fetchAgain(slug).then(
			(data) => ({ data, error: undefined }),
			(error: unknown) => ({ data: undefined, error }),
		);
		if (call !== last.current.call) return;
		setAnswer((before) => ({
			// Keeps the same object, so that nothing rerenders.
			data:
				result.data && JSON.stringify(result.data) !== JSON.stringify(before.data)
					? result.data
					: before.data,
			error: result.error,
			failures: result.error === undefined ? 0 : before.failures + 1,
		}));
	}, [slug]);
	useEffect(() => {
		if (!inlined) void load();
	}, [inlined, load]);
	useEffect(() => {
		if (answer.data && isClosed(answer.error)) location.reload();
	}, [answer]);
	useEffect(() => {
		const wait = nextCallMs(answer, paymentStep);
		if (wait === 0) return;
		const timer = setTimeout(load, wait);
		return () => clearTimeout(timer);
	}, [answer, paymentStep, load]);
	useEffect(() => {
		const onFocus = () => {
			if (!document.hidden && Date.now() - last.current.at > FOCUS_MS) void load();
		};
		const over = new AbortController();
		window.addEventListener("focus", onFocus, { signal: over.signal });
		document.addEventListener("visibilitychange", onFocus, { signal: over.signal });
		return () => over.abort();
	}, [load]);
	useEffect(() => onPurchase(() => void load()), [load]);
	return { data: answer.data, error: answer.error, load };
}
