import type { ChargeSnapshot } from "../../purchases/payment-snapshot.ts";
import { reversalEntries } from "../refunds-and-disputes/reversal-entries.ts";
import type { LedgerEntry, SaleTerms } from "./write-ledger.ts";

/**
 * Pure: the same snapshot gives the same entries, each keyed by its cause, so they can be written repeatedly and in
 * any order.
 */
export function ledgerEntriesOf(
	sale: SaleTerms,
	paidCents: number,
	charge: ChargeSnapshot,
): LedgerEntry[] {
	return [...saleEntries(sale, paidCents, charge), ...reversalEntries(sale, charge)];
}

function saleEntries(sale: SaleTerms, paidCents: number, charge: ChargeSnapshot): LedgerEntry[] {
	const connected = sale.destinationAccount !== null;
	const account = connected ? "connected" : "platform";
	const line = (
		kind: LedgerEntry["kind"],
		amountCents: number,
		ifAutoRefund: boolean | null,
	): LedgerEntry => ({
		causeKey: `${kind}:${sale.id}`,
		kind,
		amountCents,
		account,
		providerId: charge.id,
		ifAutoRefund,
	});
	const processing = processingFeeOf(sale, charge);
	// An automatic refund costs the creator nothing.
	const feesOnAutoRefund = connected ? null : false;
	const fees = [
		line("platform_fee", -sale.platformFeeCents, feesOnAutoRefund),
		...(sale.processingFeeCents > 0 && processing !== null
			? [line("processing_fee", -processing, feesOnAutoRefund)]
			: []),
	];
	return [line("gross", paidCents, null), ...fees, ...(connected ? [] : fees.map(returnOf))];
}

/** For a fee taken before the payment was refused. */
const returnOf = (fee: LedgerEntry): LedgerEntry => ({
	...fee,
	causeKey: `no_${fee.causeKey}`,
	amountCents: -fee.amountCents,
	ifAutoRefund: true,
	after: fee.causeKey,
});

/**
 * In cents: the quoted fee if the money goes directly to the creator's account, else the provider's, which is null
 * until it is reported.
 */
export function processingFeeOf(
	sale: Pick<SaleTerms, "processingFeeCents" | "destinationAccount">,
	charge: ChargeSnapshot,
): number | null {
	const isQuoted = sale.destinationAccount !== null || sale.processingFeeCents === 0;
	return isQuoted ? sale.processingFeeCents : charge.processingFeeCents;
}
