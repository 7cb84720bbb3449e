import { type Currency, leastByCard, portionIn } from "../../../contract/money.ts";
import { feeOf } from "../../../contract/plans.ts";

// The share page prices baskets with codes, so nothing here may load Zod.

/** A discount code's reduction. */
export type Reduction = {
	/** basis points of the price; null for an amount */
	percentBps: number | null;
	/** cents; null for a percentage */
	amountCents: number | null;
	/** the treatment of a rest below the card minimum: paid directly, or waived */
	belowMinimum: "direct" | "free";
};

/** The price after a reduction in cents, the reduction rounded half up. */
export function reducedCents(
	cents: number,
	reduction: Reduction | null,
	currency: Currency,
): number {
	if (!reduction) return cents;
	const { percentBps, amountCents, belowMinimum } = reduction;
	const off = percentBps === null ? (amountCents ?? 0) : feeOf(cents, percentBps, currency);
	const left = Math.max(0, cents - off);
	return left < leastByCard(currency) && belowMinimum === "free" ? 0 : left;
}

/**
 * The reduction of an order of a share that sells single files. Its orders together get an amount once, and a rest of
 * files is waived only where the whole share's would be: files could be had one by one for nothing otherwise.
 */
export function reductionFor(
	order: { cents: number; wholeCents: number; isOfFiles: boolean },
	reduction: Reduction | null,
	currency: Currency,
): Reduction | null {
	if (!reduction) return null;
	const { percentBps, amountCents, belowMinimum } = reduction;
	const { cents, wholeCents, isOfFiles } = order;
	const isWaived = !isOfFiles || reducedCents(wholeCents, reduction, currency) === 0;
	return {
		percentBps,
		amountCents: amountCents === null ? null : portionIn(currency, amountCents, cents, wholeCents),
		belowMinimum: isWaived ? belowMinimum : "direct",
	};
}
