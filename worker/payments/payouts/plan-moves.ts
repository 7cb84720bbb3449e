/** A purchase whose money lies at the wrong place, or may. Cents. */
export type Candidate = {
	readonly purchaseId: string;
	readonly creatorId: string;
	readonly account: string;
	readonly state: string;
	/** what the platform holds of it; negative where a refund or dispute has cost the platform */
	readonly heldCents: number;
	/** what of it lies in the creator's connected account */
	readonly connectedCents: number;
	/** what the platform holds for the creator over all purchases */
	readonly creatorHeldCents: number;
	/** what of that is on its way already */
	readonly creatorPendingCents: number;
};

export type PlannedMove = Pick<Candidate, "purchaseId" | "creatorId" | "account"> & {
	readonly kind: "transfer" | "reversal";
	readonly amountCents: number;
};

/**
 * What to send to creators and what to take back. Debts come first: they are taken back from the
 * purchase's own transfer as far as it reaches, and what remains is kept from the creator's other
 * money, so no more than the whole balance ever goes out. Disputed purchases wait.
 */
export function planMoves(candidates: readonly Candidate[]): PlannedMove[] {
	const moves: PlannedMove[] = [];
	const left = new Map<string, number>();
	const add = (kind: PlannedMove["kind"], of: Candidate, amountCents: number) => {
		const { purchaseId, creatorId, account } = of;
		if (amountCents > 0) moves.push({ purchaseId, creatorId, account, kind, amountCents });
	};
	for (const candidate of candidates) {
		left.set(candidate.creatorId, candidate.creatorHeldCents - candidate.creatorPendingCents);
		if (candidate.heldCents < 0)
			add("reversal", candidate, Math.min(-candidate.heldCents, candidate.connectedCents));
	}
	for (const candidate of candidates) {
		if (candidate.heldCents <= 0 || candidate.state === "disputed") continue;
		const free = left.get(candidate.creatorId) ?? 0;
		const amountCents = Math.min(candidate.heldCents, free);
		add("transfer", candidate, amountCents);
		left.set(candidate.creatorId, free - Math.max(0, amountCents));
	}
	return moves;
}
