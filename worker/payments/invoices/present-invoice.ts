import { type SQL, sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { invoiceDetails, invoices } from "../tables.ts";
import type { CreditNote, Invoice, Party } from "./contract.ts";

type InvoiceRow = typeof invoices.$inferSelect;
type PartyColumns = Pick<
	typeof invoiceDetails.$inferSelect,
	"name" | "address" | "country" | "taxNumber"
>;
type Refund = { at: number; cents: number };

/** A series separate from the creator's other invoices. */
export const invoiceNumber = (number: number): string => `S-${String(number).padStart(5, "0")}`;

/**
 * For queries of `purchases`: refunds and lost disputes as JSON, in order. A failed refund counts 0 cents but keeps
 * its place, so that the others keep their numbers.
 */
export function refundsJson(): SQL<string> {
	return sql<string>`(select json_group_array(json_object('at', refund.at, 'cents', refund.cents))
		from (select min(at) as at, -sum(amount_cents) as cents, min(rowid) as row from ledger
			where ledger.purchase_id = purchases.id and ledger.kind = 'refund' group by provider_id
			union all
			select lost.at, -(select sum(taken.amount_cents) from ledger taken
				where taken.purchase_id = purchases.id and taken.provider_id = lost.provider_id
				and taken.kind in ('dispute', 'dispute_won')), lost.rowid from ledger lost
			where lost.purchase_id = purchases.id and lost.cause_key like 'dispute!_lost:%' escape '!'
			order by row) refund)`;
}

/** `current` has the seller's present details. */
export function presentInvoice(
	row: InvoiceRow | null,
	current: PartyColumns | null,
	{ refunds, priceCents }: { refunds: string; priceCents: number },
): Invoice | null {
	if (!row) return null;
	const number = invoiceNumber(row.number);
	return {
		number,
		issuedAt: new Date(row.issuedAt).toISOString(),
		seller:
			partyOf(row.sellerName, row.sellerAddress, row.sellerCountry, row.sellerTaxNumber) ??
			(current && presentParty(current)),
		buyer: partyOf(row.buyerName, row.buyerAddress, row.buyerCountry, row.buyerTaxNumber),
		creditNotes: creditNotes(number, JSON.parse(refunds) as Refund[]),
		replaced: (row.replaced ?? []).map(({ number, issuedAt, buyer, replacedAt }) => ({
			number: invoiceNumber(number),
			issuedAt: new Date(issuedAt).toISOString(),
			buyer,
			creditNote: {
				number: `${invoiceNumber(number)}-C1`,
				at: new Date(replacedAt).toISOString(),
				amount: priceOf(priceCents),
			},
		})),
	};
}

export function presentParty({ name, address, country, taxNumber }: PartyColumns): Party {
	return { name, address, country, taxNumber };
}

/** Null for a party without a name. */
const partyOf = (
	name: string | null,
	address: string | null,
	country: string | null,
	taxNumber: string | null,
): Party | null =>
	name === null
		? null
		: { name, address: address ?? "", country: country ?? "", taxNumber: taxNumber ?? "" };

function creditNotes(invoice: string, refunds: readonly Refund[]): CreditNote[] {
	return refunds.flatMap(({ at, cents }, index) => {
		const number = `${invoice}-C${index + 1}`;
		return cents > 0 ? [{ number, at: new Date(at).toISOString(), amount: priceOf(cents) }] : [];
	});
}
