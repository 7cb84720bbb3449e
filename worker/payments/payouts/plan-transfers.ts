import type { Currency } from "../../contract/money.ts";

/** A purchase whose money is, or may be, in the wrong account. Cents. */
export type Candidate = {
	readonly purchaseId: string;
	readonly creatorId: string;
	readonly currency: Currency;
	readonly account: string;
	readonly state: string;
	/** an automatically refunded payment: its money belongs to the buyer */
	readonly isAutoRefund: boolean;
	/** held by the platform; negative if a refund or dispute has cost the platform money */
	readonly heldCents: number;
	/** in the creator's connected account */
	readonly connectedCents: number;
	/** how much transfers may still take from the purchase's charge as their source */
	readonly chargeLeftCents: number;
	/** held by the platform for the creator, over all purchases in this currency */
	readonly creatorHeldCents: number;
	/** the part of it that is already being transferred */
	readonly creatorPendingCents: number;
};

export type PlannedTransfer = Pick<Candidate, "purchaseId" | "creatorId" | "account"> & {
	readonly kind: "transfer" | "reversal";
	readonly amountCents: number;
	/** a transfer whose source is the purchase's charge */
	readonly fromCharge: boolean;
};

/**
 * Returns what to transfer to creators and what to reverse. Debts come first: they are reversed from the purchase's
 * own transfer if possible, and the rest is withheld from the creator's other money in that currency, so transfers
 * never exceed the whole balance. Disputed purchases wait, and automatically refunded payments never go to a creator.
 * As much as the provider allows is taken from the purchase's own charge, the rest from the platform's balance.
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
