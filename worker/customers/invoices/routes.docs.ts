import type { InvoiceDetails } from "../../payments/invoices/contract.ts";
import { describeRoutes, json } from "../../route.docs.ts";
import type { MyPurchase } from "../receipts/contract.ts";

export const invoiceDocs = describeRoutes("Payouts and plan", {
	"GET /api/invoice-details": {
		who: "creators",
		trips: { replica: 2 },
		summary: "Read what stands on invoices",
		description: "The creator's own name, address and tax number as a seller.",
		ok: { 200: json<InvoiceDetails>() },
	},
	"PUT /api/invoice-details": {
		who: "creators",
		trips: { replica: 1, primary: 2 },
		summary: "Set what stands on invoices",
		description: "For invoices from now on; those that were issued keep what they have.",
		ok: { 200: json<InvoiceDetails>() },
		example: {
			name: "Ada Meyer Photography",
			address: "Lindenstraße 5\n10969 Berlin",
			country: "Germany",
			taxNumber: "DE 123 456 789",
		},
	},
	"PUT /api/receipts/:id/buyer": {
		area: "Checkout and receipts",
		who: "receipt",
		trips: { primary: 4 },
		summary: "Set the buyer's details on the invoice",
		description:
			"An invoice that has been issued is never altered: it gets a credit note, and a new one takes its place.",
		ok: { 200: json<MyPurchase>() },
		errors: ["purchase.not_found", "invoice.final"],
		credential: "buyer",
		example: {
			name: "Ada Meyer Photography",
			address: "Lindenstraße 5\n10969 Berlin",
			country: "Germany",
			taxNumber: "DE 123 456 789",
		},
	},
});
