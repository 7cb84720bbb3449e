import type { ChargeFact, DisputeFact, FeeRefundFact, RefundFact } from "../payment-facts.ts";
import type { ledger } from "../tables.ts";

type LedgerRow = typeof ledger.$inferSelect;

/** A line for the ledger, from the creator's point of view. Cents. */
export type Booking = Pick<
	LedgerRow,
	"causeKey" | "kind" | "amountCents" | "place" | "providerId"
> & {
	/** for payments that were granted (false), for surplus payments (true), or for both (null) */
	readonly ifSurplus: boolean | null;
};

/** What of a purchase the books go by: its quote. */
export type SaleTerms = {
	readonly id: string;
	readonly priceCents: number;
	readonly platformFeeCents: number;
	/** the processing fee quoted; 0 when the operator bears it */
	readonly processingFeeCents: number;
	readonly destinationAccount: string | null;
};

/**
 * Everything the ledger should say of a charge that succeeded. Pure: the same facts give the same
 * lines, each with a key of its cause, so that they can be written as often as one likes and in any
 * order. `paidCents` is what really arrived.
 */
export function bookingsOf(sale: SaleTerms, paidCents: number, charge: ChargeFact): Booking[] {
	return [
		...saleLines(sale, paidCents, charge),
		...refundLines(sale, charge.refunds),
		...charge.feeRefunds.flatMap(feeRefundLines),
		...charge.disputes.flatMap((dispute) => disputeLines(sale, dispute)),
	];
}

function saleLines(sale: SaleTerms, paidCents: number, charge: ChargeFact): Booking[] {
	const connected = sale.destinationAccount !== null;
	const place = connected ? "connected" : "platform";
	const line = (
		kind: Booking["kind"],
		amountCents: number,
		ifSurplus: boolean | null,
	): Booking => ({
		causeKey: `${kind}:${sale.id}`,
		kind,
		amountCents,
		place,
		providerId: charge.id,
		ifSurplus,
	});
	// Where the money goes to the creator at once, the fee taken is the one quoted. Of money that we
	// hold, what the provider really took. A surplus payment costs the creator nothing.
	const processing = connected ? sale.processingFeeCents : charge.processingFeeCents;
	const bears = sale.processingFeeCents > 0;
	const feesOnSurplus = connected ? null : false;
	return [
		line("gross", paidCents, null),
		line("platform_fee", -sale.platformFeeCents, feesOnSurplus),
		...(bears && processing !== null ? [line("processing_fee", -processing, feesOnSurplus)] : []),
	];
}

/** The platform gives its own fee back in proportion; the provider keeps its fee. */
function refundLines(sale: SaleTerms, refunds: readonly RefundFact[]): Booking[] {
	let before = 0;
	const lines = refunds.flatMap((refund) => {
		const after = before + refund.amountCents;
		const feeCents =
			shareOf(sale.platformFeeCents, after, sale) - shareOf(sale.platformFeeCents, before, sale);
		before = after;
		return refundOf(refund, feeCents);
	});
	return lines.filter((line) => line.amountCents !== 0);
}

function refundOf(refund: RefundFact, feeCents: number): Booking[] {
	const { id, amountCents, reversedCents, failed } = refund;
	const money = { kind: "refund", providerId: id, ifSurplus: null } as const;
	// Held here and sent on like other money; a surplus payment has no fee to give back.
	const fee = { kind: "fee_refund", place: "platform", providerId: id, ifSurplus: false } as const;
	const lines: Booking[] = [
		{
			...money,
			causeKey: `refund:${id}`,
			place: "platform",
			amountCents: reversedCents - amountCents,
		},
		{
			...money,
			causeKey: `refund_reversed:${id}`,
			place: "connected",
			amountCents: -reversedCents,
		},
		{ ...fee, causeKey: `fee_share:${id}`, amountCents: feeCents },
	];
	if (!failed) return lines;
	return [
		...lines,
		// What was taken back from the creator's account lies with the platform now.
		{ ...money, causeKey: `refund_failed:${id}`, place: "platform", amountCents },
		{ ...fee, causeKey: `fee_share_failed:${id}`, amountCents: -feeCents },
	];
}

/** What the provider itself has given back of the fee taken from a connected account. */
function feeRefundLines(feeRefund: FeeRefundFact): Booking[] {
	const { id, amountCents } = feeRefund;
	const base = { kind: "fee_refund", providerId: id } as const;
	return [
		{
			...base,
			causeKey: `fee_refund:${id}`,
			place: "connected",
			amountCents,
			ifSurplus: null,
		},
		// Of a sale that stood, the creator's due was booked with the refund: this is an advance on it.
		{
			...base,
			causeKey: `fee_refund_paid:${id}`,
			place: "platform",
			amountCents: -amountCents,
			ifSurplus: false,
		},
	];
}

/** The part of `whole` that belongs to the first `upTo` cents of the price. */
function shareOf(whole: number, upTo: number, sale: SaleTerms): number {
	return Math.floor((2 * whole * upTo + sale.priceCents) / (2 * sale.priceCents));
}

/** Disputed money is taken from the platform, wherever the sale's money went. */
function disputeLines(sale: SaleTerms, dispute: DisputeFact): Booking[] {
	const base = { place: "platform", ifSurplus: null } as const;
	const moves = dispute.moves.flatMap((move): Booking[] => [
		{
			...base,
			causeKey: `dispute:${move.id}`,
			kind: move.amountCents < 0 ? "dispute" : "dispute_won",
			amountCents: move.amountCents,
			providerId: dispute.id,
		},
		...(move.feeCents === 0
			? []
			: [
					{
						...base,
						causeKey: `dispute_fee:${move.id}`,
						kind: "dispute_fee" as const,
						amountCents: -move.feeCents,
						providerId: dispute.id,
					},
				]),
	]);
	if (!dispute.lost) return moves;
	// This line stands even when it is of 0 cents: it says that the dispute is lost for good.
	const standing = sale.priceCents - dispute.amountCents;
	const feeCents = sale.platformFeeCents - shareOf(sale.platformFeeCents, standing, sale);
	return [
		...moves,
		{
			...base,
			causeKey: `dispute_lost:${dispute.id}`,
			kind: "fee_refund",
			amountCents: feeCents,
			providerId: dispute.id,
		},
	];
}
