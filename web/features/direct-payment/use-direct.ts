import { useEffect, useRef, useState } from "react";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Consent, ConsentAsked } from "../../../worker/customers/withdrawal/contract.ts";
import type {
	BeginDirectResponse,
	ConfirmDirectResponse,
	DirectClaim,
} from "../../../worker/payments/direct/contract/direct.ts";
import { announcePaid } from "../../lib/buying/announce-paid.ts";
import { askedConsent } from "../../lib/buying/consent.ts";
import { onPurchase } from "../../lib/buying/on-purchase.ts";
import { announcePurchase } from "../../lib/buying/purchase-events.ts";
import { type Terms, useTerms } from "../../lib/buying/use-terms.ts";
import type { ApiFailure } from "../../lib/server/failure.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { retryWhilePolling } from "../../lib/server/swr.ts";
import { type ClaimPageStatus, claimPageStatusOf, pollEvery } from "./claim-page-status.ts";
import { useDirectPayment, useOwnClaim } from "./queries.ts";

type SubmittedClaim = ConfirmDirectResponse & { email: string };

export type Direct = {
	status: ClaimPageStatus;
	page: ShareResponse | undefined;
	begun: BeginDirectResponse | undefined;
	claim: DirectClaim | undefined;
	/** if submitted in this tab */
	email: string | null;
	failure: ApiFailure | undefined;
	retry: () => void;
	submitted: (submitted: SubmittedClaim) => void;
	/** consent that the law requires first */
	asked: ConsentAsked | null;
	agree: (consent: Consent) => void;
	/** a usable code, and a chosen amount */
	terms: Terms;
	setTerms: (change: Partial<Terms>) => void;
	isOpenPrice: boolean;
	/** reopens or closes the form */
	wantForm: (wanted: boolean) => void;
};

/** Polls the claim until it is decided. */
export function useDirect(slug: string): Direct {
	const [terms, setTerms] = useTerms();
	const share = useShareResponse(slug, terms);
	const { discount, fileShare: file } = share.data ?? {};
	// Others may have paid a link that this buyer claims.
	const mayBuy = file && !file.isOwner && (!file.isPaid || file.saleMode === "link");
	// The approval makes the share paid, and must be shown.
	const [isBegun, setBegun] = useState(false);
	if (mayBuy && !isBegun) setBegun(true);
	const [consent, agree] = useState<Consent>();
	const isChosen = file?.pricing === "chosen";
	const isOpenPrice =
		isChosen && Number(terms.amount ?? 0) < Math.max(0.01, Number(discount?.price ?? file.price));
	const choice = {
		code: discount?.price ? discount.code : null,
		amount: isChosen ? terms.amount : null,
		checkout: terms.checkout,
		items: terms.items,
	};
	const begun = useDirectPayment(
		isBegun && !isOpenPrice ? slug : null,
		file?.changedAt,
		consent,
		choice,
		share.data?.files ?? [],
	);
	const [submitted, setSubmitted] = useState<SubmittedClaim | null>(null);
	const [wantsForm, wantForm] = useState(false);
	const watched = useClaim(submitted?.claimId ?? begun.data?.claim?.id ?? null);
	const known = watched.data ?? (submitted ? undefined : (begun.data?.claim ?? undefined));
	const status = claimPageStatusOf({
		page: share.data,
		pageFailure: share.error,
		hasBegun: begun.data !== undefined,
		beginFailure: begun.error,
		claim: submitted?.status === "paid" ? "paid" : (known?.state ?? (submitted ? "claimed" : null)),
		reason: known?.reason ?? null,
		isClosed: Boolean(begun.data?.closed),
		wantsForm,
	});
	useEffect(() => {
		if (status !== "paid") return;
		announcePurchase();
		announcePaid(slug);
	}, [status, slug]);
	const { mutate } = share;
	useEffect(() => onPurchase(() => void mutate()), [mutate]);
	return {
		status,
		page: share.data,
		begun: begun.data,
		claim: known,
		email: submitted?.email ?? null,
		failure: begun.error ?? share.error,
		asked: askedConsent(begun.error),
		agree,
		terms: choice,
		setTerms,
		isOpenPrice,
		retry: () => {
			if (begun.error?.code === "share.changed") return location.reload();
			void share.mutate();
			void begun.mutate();
		},
		submitted(news) {
			// Resubmitting keeps the claim's id, whose refusal is cached.
			const decided = {
				paid: { state: "paid", reason: null },
				pending: { state: "claimed", reason: null },
				already_open: { state: "declined", reason: "already_open" },
			} as const;
			void watched.mutate((before) => before && { ...before, ...decided[news.status] });
			setSubmitted(news);
			wantForm(false);
		},
		wantForm,
	};
}

function useClaim(id: string | null) {
	const since = useRef(Date.now());
	// biome-ignore lint/correctness/useExhaustiveDependencies: another claim starts its wait again
	useEffect(() => {
		since.current = Date.now();
	}, [id]);
	return useOwnClaim(id, {
		refreshInterval: (latest) => pollEvery(latest?.state, Date.now() - since.current),
		revalidateOnFocus: true,
		dedupingInterval: 1_000,
		onErrorRetry: retryWhilePolling(() => pollEvery("claimed", Date.now() - since.current)),
	});
}
