import * as z from "zod";
import { oneLine } from "../fields.ts";

const line = (max: number, message: string) =>
	z.string().transform(oneLine).pipe(z.string().max(max, message));

/** The name, address and tax number of a seller or a buyer on an invoice. */
export const partyInput = z.strictObject({
	name: z
		.string({ error: "Please enter a name" })
		.transform(oneLine)
		.pipe(z.string().min(1, "Please enter a name").max(200, "The name is too long")),
	/** up to five lines */
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
	country: line(60, "The country is too long").default(""),
	taxNumber: line(40, "The tax number is too long").default(""),
});
export type Party = z.output<typeof partyInput>;

/** What takes an invoice's amount back, or a part of it, with a reference of its own. */
export type CreditNote = {
	number: string;
	at: string;
	/** decimal string */
	amount: string;
};
export type Invoice = {
	number: string;
	issuedAt: string;
	/** as they were when it was issued; null where the seller had given none and still has not */
	seller: Party | null;
	/** null until the buyer gives them */
	buyer: Party | null;
	creditNotes: CreditNote[];
	/** invoices of the purchase that were corrected, oldest first, each with the credit note over its amount */
	replaced: { number: string; issuedAt: string; buyer: Party | null; creditNote: CreditNote }[];
};
/** What the creator has given for invoices; null for nothing. */
export type InvoiceDetails = { details: Party | null };
