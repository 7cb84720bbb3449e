import type { Currency } from "../../contract/money.ts";

/** One entry of the creator's ledger. */
export type LedgerLine = {
	at: string;
	/** the purchase's reference; null for entries without a purchase */
	reference: string | null;
	/** the title of the share; null without one */
	title: string | null;
	code: string | null;
	/**
	 * `gross`, `platform_fee`, `processing_fee`, `transfer`, `transfer_reversal`, `refund`, `fee_refund`,
	 * `dispute`, `dispute_fee` or `dispute_won`
	 */
	kind: string;
	currency: Currency;
	/** a decimal string, signed from the creator's point of view */
	amount: string;
	/** where the money is: with the platform, in the creator's account at the payment provider, or paid directly */
	account: "platform" | "connected" | "outside";
};
/** Where a creator's money in one currency is. */
type Whereabouts = {
	currency: Currency;
	/** held by the platform; negative for a debt after refunds or disputes */
	held: string;
	/** transferred to the connected account */
	connected: string;
	/** paid directly by buyers */
	outside: string;
};
/** A creator's money in the currency of new shares. */
export type Balance = Whereabouts & {
	/** the same in each other currency */
	others: Whereabouts[];
	/** the latest entries, newest first */
	lines: LedgerLine[];
};
