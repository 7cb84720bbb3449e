import { useCallback, useEffect, useRef, useState } from "react";
import type { PaymentIntentResponse } from "../../../worker/contract/payments.ts";
import type { FileShare } from "../../../worker/contract/shares.ts";
import { ApiFailure } from "../../lib/failure.ts";
import { createPaymentIntent } from "../../lib/queries/checkout.ts";

type Begun = {
	intent: PaymentIntentResponse | null;
	failure: ApiFailure | null;
	retry: () => void;
};

/** Begins a card payment once the share is known to be for sale; repeating returns the same open one. */
export function useIntent({ shareId, changedAt }: FileShare, isWanted: boolean): Begun {
	const [intent, setIntent] = useState<PaymentIntentResponse | null>(null);
	const [failure, setFailure] = useState<ApiFailure | null>(null);
	const isAsked = useRef(false);
	const begin = useCallback(() => {
		setFailure(null);
		createPaymentIntent({ shareId, changedAt }).then(
			setIntent,
			// An unreadable response comes from an intermediary proxy: a retry may help.
			(error: unknown) =>
				setFailure(error instanceof ApiFailure ? error : new ApiFailure(502, { message: "" })),
		);
	}, [shareId, changedAt]);
	useEffect(() => {
		if (!isWanted || isAsked.current) return;
		isAsked.current = true;
		begin();
	}, [isWanted, begin]);
	const hasChanged = failure?.code === "share.changed";
	return { intent, failure, retry: hasChanged ? () => location.reload() : begin };
}
