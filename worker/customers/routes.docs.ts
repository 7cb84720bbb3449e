import { describeRoutes, json } from "../route.docs.ts";
import type { BlockedBuyer, ConfirmedAddress, CustomerDetails, CustomerPage } from "./contract.ts";

export const customerDocs = describeRoutes("Sales and customers", {
	"POST /api/purchases/:id/revoke": {
		who: "revocation",
		trips: { primary: 3 },
		summary: "End the access of a purchase without a refund",
		description:
			"With the buyer's next request. The buyer is told why. Repeating it changes nothing.",
		ok: { 204: null },
		errors: ["payment.conflict", "purchase.not_found"],
		example: { reason: "The payment was charged back." },
	},
	"POST /api/purchases/:id/restore": {
		who: "own purchase, for sellers",
		trips: { primary: 3 },
		summary: "Restore the access of a purchase",
		description:
			"After it was ended without a refund. The buyer is told. Repeating it changes nothing.",
		ok: { 204: null },
		errors: ["payment.conflict", "purchase.not_found"],
	},
	"POST /api/purchases/:id/receipt": {
		who: "receipt again",
		trips: { primary: 4 },
		summary: "Send the receipt again",
		description: "By mail to the buyer's address, with a new link.",
		ok: { 204: null },
		errors: ["account.email_unverified", "payment.conflict", "purchase.not_found", "rate.limited"],
	},
	"POST /api/purchases/:id/address": {
		who: "own purchase, for sellers",
		trips: { primary: 4 },
		summary: "Ask a buyer to confirm another email address",
		description:
			"By a mail to that address; until it is confirmed there, nothing changes. A newer request replaces an earlier one.",
		ok: { 204: null },
		errors: ["account.email_unverified", "payment.conflict", "purchase.not_found", "rate.limited"],
		example: { email: "buyer@example.com" },
	},
	"POST /api/address-corrections/confirm": {
		who: "token",
		trips: { primary: 3 },
		summary: "Confirm a corrected address by a mailed token",
		description:
			"Receipts go to the confirmed address from then on, and links that were sent to the former one end.",
		ok: { 200: json<ConfirmedAddress>() },
		errors: ["token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
	},
	"GET /api/customers": {
		who: "creators",
		token: "customers:read",
		trips: { replica: 3 },
		summary: "List customers",
		description:
			"The latest purchase first, in pages: `next` is the `after` of the next page, null on the last one.",
		ok: { 200: json<CustomerPage>() },
	},
	"GET /api/customers.csv": {
		who: "creators",
		token: "customers:read",
		trips: { replica: 3 },
		summary: "Export all customers",
		description: "The latest purchase first, as CSV.",
		ok: { 200: { types: ["text/csv"], description: "One line a customer." } },
		headers: ["Content-Disposition"],
	},
	"GET /api/customers/:id": {
		who: "customer",
		token: "customers:read",
		trips: { replica: 4 },
		summary: "Read a customer and their purchases",
		description: "The customer is named by any of their purchases.",
		ok: { 200: json<CustomerDetails>() },
		errors: ["purchase.not_found"],
	},
	"GET /api/blocked-buyers": {
		who: "creators",
		token: "customers:read",
		trips: { replica: 2 },
		summary: "List blocked addresses",
		description: "The latest first.",
		ok: { 200: json<BlockedBuyer[]>() },
	},
	"POST /api/blocked-buyers": {
		who: "creators",
		trips: { primary: 2 },
		summary: "Block an address",
		description:
			"The creator accepts no more orders from it, in any spelling. What was bought stays as it is.",
		ok: { 204: null },
		example: { email: "buyer@example.com" },
	},
	"DELETE /api/blocked-buyers": {
		who: "creators",
		trips: { primary: 2 },
		summary: "Unblock an address",
		description: "Orders from it are accepted again. Repeating it changes nothing.",
		ok: { 204: null },
		example: { email: "buyer@example.com" },
	},
});
