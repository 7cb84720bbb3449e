import * as z from "zod";
import { lineField, oneLine } from "../../contract/fields.ts";

/** Name, address and tax number of the seller or buyer on an invoice. */
export const partyInput = z.strictObject({
	/** the name of the person or company */
	name: z
		.string({ error: "Please enter a name" })
		.transform(oneLine)
		.pipe(z.string().min(1, "Please enter a name").max(200, "The name is too long")),
	/** up to five lines; empty for none */
	address: z
		.string()
		.transform((text) =>
			text
				.split(/\r\n|[\r\n]/)
				.map(oneLine)
				.filter(Boolean),
		)
		.refine((lines) => lines.length <= 5, "The address can have at most five lines")
		.transform((lines) => lines.join("\n"))
		.pipe(z.string().max(500, "The address is too long"))
		.default(""),
	/** the name of the country; empty for none */
	country: lineField(60, "The country is too long").default(""),
	/** such as a VAT number; empty for none */
	taxNumber: lineField(40, "The tax number is too long").default(""),
});
export type Party = z.output<typeof partyInput>;

/** A credit note, which cancels an invoice wholly or in part. */
export type CreditNote = {
	/** its own number */
	number: string;
	at: string;
	/** a decimal string in the invoice's currency */
	amount: string;
};
/** The invoice of a purchase. */
export type Invoice = {
	/** its number */
	number: string;
	/** when it was issued */
	issuedAt: string;
	/** the seller at the time of issue; null if they gave no details, then or since */
	seller: Party | null;
	/** null until the buyer gives their details */
	buyer: Party | null;
	/** the credit notes that cancel it, wholly or in part */
	creditNotes: CreditNote[];
	/** earlier, corrected invoices of the purchase, oldest first, each with the credit note that cancels it */
	replaced: {
		/** its number */
		number: string;
		/** when it was issued */
		issuedAt: string;
		/** null for none */
		buyer: Party | null;
		creditNote: CreditNote;
	}[];
};
/** The creator's details for invoices. */
export type InvoiceDetails = {
	/** null for none */
	details: Party | null;
};
