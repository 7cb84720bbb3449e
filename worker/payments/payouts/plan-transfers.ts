/** A purchase whose money lies at the wrong place, or may. Cents. */
export type Candidate = {
	readonly purchaseId: string;
	readonly creatorId: string;
	readonly account: string;
	readonly state: string;
	/** the payment bought nothing: its money belongs to the buyer */
	readonly isAutoRefund: boolean;
	/** what the platform holds of it; negative where a refund or dispute has cost the platform */
	readonly heldCents: number;
	/** what of it lies in the creator's connected account */
	readonly connectedCents: number;
	/** what transfers may still take from the purchase's charge as their source */
	readonly chargeLeftCents: number;
	/** what the platform holds for the creator over all purchases */
	readonly creatorHeldCents: number;
	/** what of that is on its way already */
	readonly creatorPendingCents: number;
};

export type PlannedTransfer = Pick<Candidate, "purchaseId" | "creatorId" | "account"> & {
	readonly kind: "transfer" | "reversal";
	readonly amountCents: number;
	/** a transfer whose source is the purchase's charge */
	readonly fromCharge: boolean;
};

/**
 * What to send to creators and what to take back. Debts come first: they are taken back from the
 * purchase's own transfer as far as it reaches, and what remains is kept from the creator's other
 * money, so no more than the whole balance ever goes out. Disputed purchases wait, and automatically refunded
 * payments never go to a creator. As much as the provider allows is taken from the purchase's own
 * charge, the rest from the platform's balance.
 */
export function planTransfers(candidates: readonly Candidate[]): PlannedTransfer[] {
	const transfers: PlannedTransfer[] = [];
	const left = new Map<string, number>();
	const add = (
		kind: PlannedTransfer["kind"],
		{ purchaseId, creatorId, account }: Candidate,
		amountCents: number,
		fromCharge = false,
	) => {
		if (amountCents > 0)
			transfers.push({ purchaseId, creatorId, account, kind, amountCents, fromCharge });
	};
	for (const candidate of candidates) {
		left.set(candidate.creatorId, candidate.creatorHeldCents - candidate.creatorPendingCents);
		if (candidate.heldCents < 0)
			add("reversal", candidate, Math.min(-candidate.heldCents, candidate.connectedCents));
	}
	for (const candidate of candidates) {
		if (candidate.heldCents <= 0 || candidate.state === "disputed" || candidate.isAutoRefund)
			continue;
		const free = left.get(candidate.creatorId) ?? 0;
		const amountCents = Math.max(0, Math.min(candidate.heldCents, free));
		const fromCharge = Math.max(0, Math.min(amountCents, candidate.chargeLeftCents));
		add("transfer", candidate, fromCharge, true);
		add("transfer", candidate, amountCents - fromCharge);
		left.set(candidate.creatorId, free - amountCents);
	}
	return transfers;
}
