import { useCallback, useEffect, useRef, useState } from "react";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Consent, ConsentAsked } from "../../../worker/customers/withdrawal/contract.ts";
import type { PaymentIntentResponse } from "../../../worker/payments/checkout/contract.ts";
import { askedConsent } from "../../lib/buying/consent.ts";
import { givenTerms, type Terms } from "../../lib/buying/use-terms.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { createPaymentIntent } from "../../lib/server/queries/checkout.ts";

type Begun = {
	intent: PaymentIntentResponse | null;
	failure: ApiFailure | null;
	/** with the headers of a solved challenge */
	retry: (headers?: Record<string, string>) => void;
	/** consent that the law requires first */
	asked: ConsentAsked | null;
	isAgreeing: boolean;
	agree: (consent: Consent) => void;
	/** Checks a code's limit for this address. False if another payment has replaced this one. */
	checkAddress: (buyerEmail: string) => Promise<boolean>;
};

/** Repeating returns the open payment. */
export function useIntent(
	{ fileShare: { shareId, changedAt }, files }: ShareResponse,
	isWanted: boolean,
	{ code, amount, checkout, items }: Terms,
): Begun {
	const known = useRef(files);
	const [intent, setIntent] = useState<PaymentIntentResponse | null>(null);
	const [failure, setFailure] = useState<ApiFailure | null>(null);
	const [asked, setAsked] = useState<ConsentAsked | null>(null);
	const [consent, setConsent] = useState<Consent>();
	const last = useRef(0);
	const begin = useCallback(
		(given?: Consent, headers?: Record<string, string>) => {
			const call = ++last.current;
			setFailure(null);
			setConsent(given);
			const terms = givenTerms({ code, amount, checkout, items }, known.current);
			createPaymentIntent({ shareId, changedAt, consent: given, ...terms }, headers).then(
				(begun) => {
					if (call === last.current) setIntent(begun);
				},
				(error: unknown) => {
					// Superseded by other terms.
					if (call !== last.current) return;
					const text = askedConsent(error);
					if (text) {
						setAsked(text);
						setConsent(undefined);
						return;
					}
					// From a proxy: a retry may help.
					setFailure(error instanceof ApiFailure ? error : new ApiFailure(502, { message: "" }));
				},
			);
		},
		[shareId, changedAt, code, amount, checkout, items],
	);
	const agreed = useRef<Consent>(undefined);
	if (consent) agreed.current = consent;
	const begunWith = useRef<typeof begin>(null);
	useEffect(() => {
		if (!isWanted || begunWith.current === begin) return;
		begunWith.current = begin;
		setIntent(null);
		begin(agreed.current);
	}, [isWanted, begin]);
	const checkAddress = async (buyerEmail: string) => {
		if (code === null || !intent) return true;
		const terms = givenTerms({ code, amount, checkout, items }, known.current);
		const again = { ...terms, consent: agreed.current, buyerEmail };
		const begun = await createPaymentIntent({ shareId, changedAt, ...again });
		setIntent(begun);
		return begun.clientSecret === intent.clientSecret;
	};
	const hasChanged = failure?.code === "share.changed";
	return {
		intent,
		failure,
		retry: hasChanged ? () => location.reload() : (headers) => begin(agreed.current, headers),
		asked,
		isAgreeing: consent !== undefined && !intent && !failure,
		agree: begin,
		checkAddress,
	};
}
