import {
	type ChargeSnapshot,
	type DisputeSnapshot,
	type FeeRefundSnapshot,
	type RefundSnapshot,
	returnedCents,
} from "../../purchases/payment-snapshot.ts";
import type { LedgerEntry, SaleTerms } from "../ledger/write-ledger.ts";
import { returnedFee } from "../sales/contract/refunds.ts";

/** Pure, like `ledgerEntriesOf`. */
export function reversalEntries(sale: SaleTerms, charge: ChargeSnapshot): LedgerEntry[] {
	return [
		...refundLines(sale, charge.refunds),
		...charge.feeRefunds.flatMap(feeRefundLines),
		...unreversedLines(sale, charge),
		...charge.disputes.flatMap((dispute) =>
			disputeLines(sale, dispute, sale.priceCents - returnedCents(charge.refunds)),
		),
	];
}

/** The platform returns its own fee in proportion; the provider keeps its fee. */
function refundLines(sale: SaleTerms, refunds: readonly RefundSnapshot[]): LedgerEntry[] {
	let before = 0;
	const lines = refunds.flatMap((refund) => {
		const { priceCents, platformFeeCents: feeCents, currency } = sale;
		const returned = returnedFee({ priceCents, feeCents, currency }, before, refund.amountCents);
		before += refund.amountCents;
		return refundOf(refund, returned);
	});
	return lines.filter((line) => line.amountCents !== 0);
}

function refundOf(refund: RefundSnapshot, feeCents: number): LedgerEntry[] {
	const { id, amountCents, reversedCents, failed } = refund;
	const money = { kind: "refund", providerId: id, ifAutoRefund: null } as const;
	// Transferred like other held money; an automatically refunded payment has no fee to return.
	const fee = {
		kind: "fee_refund",
		account: "platform",
		providerId: id,
		ifAutoRefund: false,
	} as const;
	const lines: LedgerEntry[] = [
		{
			...money,
			causeKey: `refund:${id}`,
			account: "platform",
			amountCents: reversedCents - amountCents,
		},
		{
			...money,
			causeKey: `refund_reversed:${id}`,
			account: "connected",
			amountCents: -reversedCents,
		},
		{ ...fee, causeKey: `fee_share:${id}`, amountCents: feeCents },
	];
	if (!failed) return lines;
	return [
		...lines,
		// The money reversed from the creator's account is on the platform's balance now.
		{ ...money, causeKey: `refund_failed:${id}`, account: "platform", amountCents },
		{ ...fee, causeKey: `fee_share_failed:${id}`, amountCents: -feeCents },
	];
}

/** The provider's refund of the fee taken from a connected account. */
function feeRefundLines(feeRefund: FeeRefundSnapshot): LedgerEntry[] {
	const { id, amountCents } = feeRefund;
	const base = { kind: "fee_refund", providerId: id } as const;
	return [
		{
			...base,
			causeKey: `fee_refund:${id}`,
			account: "connected",
			amountCents,
			ifAutoRefund: null,
		},
		// The refund has already recorded the creator's amount: this is an advance on it.
		{
			...base,
			causeKey: `fee_refund_paid:${id}`,
			account: "platform",
			amountCents: -amountCents,
			ifAutoRefund: false,
		},
	];
}

const takenFromAccount = (sale: SaleTerms): number =>
	sale.destinationAccount === null ? 0 : sale.platformFeeCents + sale.processingFeeCents;

/** The amount that an automatic refund couldn't reverse, since a dispute had emptied the creator's account. */
function unreversedLines(sale: SaleTerms, charge: ChargeSnapshot): LedgerEntry[] {
	const isReversed = charge.refunds.every((refund) => refund.failed || refund.reversedCents > 0);
	if (isReversed) return [];
	const returned = charge.feeRefunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
	const amountCents = takenFromAccount(sale) - returned;
	if (amountCents === 0) return [];
	return [
		{
			causeKey: `fees_returned:${sale.id}`,
			kind: "fee_refund",
			amountCents,
			account: "platform",
			providerId: charge.id,
			ifAutoRefund: true,
		},
	];
}

/**
 * Disputed money is taken from the platform, wherever the sale's money went. A payment that came too late costs its
 * creator nothing: the operator bears the dispute's fee, and the loss of the creator's account is returned with the
 * money, and taken again if the dispute is won. `leftCents` is the price minus refunds.
 */
function disputeLines(sale: SaleTerms, dispute: DisputeSnapshot, leftCents: number): LedgerEntry[] {
	const base = { account: "platform", providerId: dispute.id } as const;
	/** Banks may dispute more than the price if exchange rates have changed. */
	const portionOf = (feeCents: number, cents: number) => {
		const part = Math.max(0, Math.min(cents, leftCents));
		return returnedFee({ ...sale, feeCents }, sale.priceCents - part, part);
	};
	const taken = takenFromAccount(sale);
	const transactions = dispute.transactions.flatMap((transaction): LedgerEntry[] => [
		{
			...base,
			causeKey: `dispute:${transaction.id}`,
			kind: transaction.amountCents < 0 ? "dispute" : "dispute_won",
			amountCents: transaction.amountCents,
			ifAutoRefund: null,
		},
		...[
			{
				...base,
				causeKey: `dispute_late:${transaction.id}`,
				kind: "fee_refund" as const,
				amountCents:
					-Math.sign(transaction.amountCents) * portionOf(taken, Math.abs(transaction.amountCents)),
				ifAutoRefund: true,
			},
			{
				...base,
				causeKey: `dispute_fee:${transaction.id}`,
				kind: "dispute_fee" as const,
				amountCents: -transaction.feeCents,
				ifAutoRefund: false,
			},
		].filter(({ amountCents }) => amountCents !== 0),
	]);
	if (!dispute.lost && !dispute.won) return transactions;
	// Written even if 0 cents: records that the dispute is finally lost.
	const causeKey = `dispute_lost:${dispute.id}`;
	const lost = [
		{
			...base,
			amountCents: portionOf(sale.platformFeeCents, dispute.amountCents),
			ifAutoRefund: false,
		},
		{ ...base, amountCents: 0, ifAutoRefund: true },
	].map((line) => ({ ...line, causeKey, kind: "fee_refund" as const }));
	if (dispute.lost) return [...transactions, ...lost];
	// Won on appeal: reverses the return made with the loss.
	const recovered = lost.map(({ amountCents, ...line }) => ({
		...line,
		causeKey: `dispute_recovered:${dispute.id}`,
		amountCents: -amountCents,
		after: causeKey,
	}));
	return [...transactions, ...recovered];
}
