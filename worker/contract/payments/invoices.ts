import * as z from "zod";
import { oneLine } from "../fields.ts";

const line = (max: number, message: string) =>
	z.string().transform(oneLine).pipe(z.string().max(max, message));

/** The name, address and tax number of a seller or a buyer on an invoice. */
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
		.refine((lines) => lines.length <= 5, "The address may have five lines at most")
		.transform((lines) => lines.join("\n"))
		.pipe(z.string().max(500, "The address is too long"))
		.default(""),
	/** the name of the country; empty for none */
	country: line(60, "The country is too long").default(""),
	/** such as a VAT number; empty for none */
	taxNumber: line(40, "The tax number is too long").default(""),
});
export type Party = z.output<typeof partyInput>;

/** What takes an invoice's amount back, or a part of it, with a reference of its own. */
export type CreditNote = {
	/** its own number */
	number: string;
	at: string;
	/** a decimal string in its currency */
	amount: string;
};
/** The invoice of a purchase. */
export type Invoice = {
	/** its number */
	number: string;
	/** when it was issued: ISO 8601 in UTC */
	issuedAt: string;
	/** the seller as they were when it was issued; null where they had given nothing and still have not */
	seller: Party | null;
	/** the buyer; null until they give their details */
	buyer: Party | null;
	/** what took its amount back, or parts of it */
	creditNotes: CreditNote[];
	/** invoices of the purchase that were corrected, oldest first, each with the credit note over its amount */
	replaced: {
		/** its number */
		number: string;
		/** when it was issued: ISO 8601 in UTC */
		issuedAt: string;
		/** the buyer as it has them; null for nothing */
		buyer: Party | null;
		creditNote: CreditNote;
	}[];
};
/** What the creator has given for invoices; null for nothing. */
export type InvoiceDetails = {
	/** null for nothing */
	details: Party | null;
};
