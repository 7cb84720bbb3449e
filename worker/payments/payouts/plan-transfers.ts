import type { Currency } from "../../contract/money.ts";

/** A purchase whose money is, or may be, in the wrong account. Cents. */
export type Candidate = {
	readonly purchaseId: string;
	readonly creatorId: string;
	readonly currency: Currency;
	readonly account: string;
	readonly state: string;
	/** the money belongs to the buyer */
	readonly isAutoRefund: boolean;
	/** held by the platform; negative after a refund or dispute */
	readonly heldCents: number;
	readonly connectedCents: number;
	/** left to transfer from the purchase's charge */
	readonly chargeLeftCents: number;
	/** over all purchases in this currency */
	readonly creatorHeldCents: number;
	readonly creatorPendingCents: number;
};

export type PlannedTransfer = Pick<Candidate, "purchaseId" | "creatorId" | "account"> & {
	readonly kind: "transfer" | "reversal";
	readonly amountCents: number;
	readonly fromCharge: boolean;
};

/**
 * Debts come first: reversed from the purchase's own transfer if possible, the rest withheld from the creator's other
 * money in that currency, so transfers never exceed the whole balance. As much as possible comes from the purchase's
 * own charge.
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
	const key = ({ creatorId, currency }: Candidate) => `${creatorId} ${currency}`;
	for (const candidate of candidates) {
		left.set(key(candidate), candidate.creatorHeldCents - candidate.creatorPendingCents);
		if (candidate.heldCents < 0)
			add("reversal", candidate, Math.min(-candidate.heldCents, candidate.connectedCents));
	}
	for (const candidate of candidates) {
		if (candidate.heldCents <= 0 || candidate.state === "disputed" || candidate.isAutoRefund)
			continue;
		const free = left.get(key(candidate)) ?? 0;
		const amountCents = Math.max(0, Math.min(candidate.heldCents, free));
		const fromCharge = Math.max(0, Math.min(amountCents, candidate.chargeLeftCents));
		add("transfer", candidate, fromCharge, true);
		add("transfer", candidate, amountCents - fromCharge);
		left.set(key(candidate), free - amountCents);
	}
	return transfers;
}
