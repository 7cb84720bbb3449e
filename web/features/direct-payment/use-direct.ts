import { useEffect, useRef, useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type {
	BeginDirectAnswer,
	ConfirmDirectAnswer,
	DirectClaim,
} from "../../../worker/contract/payments.ts";
import type { SharePage } from "../../../worker/contract/shares.ts";
import { call } from "../../lib/call.ts";
import type { ApiFailure } from "../../lib/failure.ts";
import { announcePurchase, onPurchase } from "../../lib/purchase-news.ts";
import { keepAsking } from "../../lib/swr.ts";
import { pollEvery, type Stage, stageOf } from "./claim-stage.ts";

/** What the buyer has just told, and what the server made of it. */
type Told = ConfirmDirectAnswer & { email: string };

export type Direct = {
	stage: Stage;
	page: SharePage | undefined;
	begun: BeginDirectAnswer | undefined;
	claim: DirectClaim | undefined;
	/** where the receipt goes, if it was told in this tab */
	email: string | null;
	failure: ApiFailure | undefined;
	retry: () => void;
	told: (told: Told) => void;
	/** shows the form again, to correct something or after a refusal; and back */
	wantForm: (wanted: boolean) => void;
};

/**
 * A direct payment from the first look to the open files: asks the server for the reference code
 * once the share may be bought, and watches the claim until the creator has answered.
 */
export function useDirect(shareId: string): Direct {
	const share = useSWR<SharePage, ApiFailure>(`/api/file-shares/${shareId}`);
	const file = share.data?.fileShare;
	// A link that somebody else has paid may hold a claim of this buyer's all the same.
	const mayBuy = file && !file.isOwner && (!file.isPaid || file.saleMode === "link");
	// Once begun it stays begun: the approval itself makes the share paid, and is still to be shown.
	const [isBegun, setBegun] = useState(false);
	if (mayBuy && !isBegun) setBegun(true);
	// Repeating finds the same open attempt, so it is as harmless as a look.
	const begun = useSWR<BeginDirectAnswer, ApiFailure>(
		isBegun ? ["/api/begin-direct-payment", shareId] : null,
		([path]: [string]) => call("POST", path, { shareId }),
		{ revalidateOnReconnect: false },
	);
	const [told, setTold] = useState<Told | null>(null);
	const [wantsForm, wantForm] = useState(false);
	const watched = useClaim(told?.claimId ?? begun.data?.claim?.id ?? null);
	const known = watched.data ?? (told ? undefined : (begun.data?.claim ?? undefined));
	const stage = stageOf({
		page: share.data,
		pageFailure: share.error,
		hasBegun: begun.data !== undefined,
		beginFailure: begun.error,
		claim: told?.status === "paid" ? "paid" : (known?.state ?? (told ? "claimed" : null)),
		reason: known?.reason ?? null,
		isClosed: Boolean(begun.data?.closed),
		wantsForm,
	});
	useEffect(() => {
		if (stage === "paid") announcePurchase();
	}, [stage]);
	const { mutate } = share;
	useEffect(() => onPurchase(() => void mutate()), [mutate]);
	return {
		stage,
		page: share.data,
		begun: begun.data,
		claim: known,
		email: told?.email ?? null,
		failure: begun.error ?? share.error,
		retry: () => {
			void share.mutate();
			void begun.mutate();
		},
		told(news) {
			// Sent again after a refusal it is the same claim, of which the refusal is still known.
			const answered = {
				paid: { state: "paid", reason: null },
				pending: { state: "claimed", reason: null },
				already_open: { state: "declined", reason: "already_open" },
			} as const;
			void watched.mutate((before) => before && { ...before, ...answered[news.status] });
			setTold(news);
			wantForm(false);
		},
		wantForm,
	};
}

/** The buyer's own claim, asked for again and again while it waits. */
function useClaim(id: string | null): SWRResponse<DirectClaim> {
	const since = useRef(Date.now());
	// biome-ignore lint/correctness/useExhaustiveDependencies: another claim begins its wait anew
	useEffect(() => {
		since.current = Date.now();
	}, [id]);
	return useSWR<DirectClaim>(id && `/api/direct-claims/${id}`, {
		refreshInterval: (latest) => pollEvery(latest?.state, Date.now() - since.current),
		revalidateOnFocus: true,
		dedupingInterval: 1_000,
		onErrorRetry: keepAsking,
	});
}
