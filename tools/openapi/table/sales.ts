import type { Area } from "../operation.ts";

export const sales: Area = {
	name: "Sales and customers",
	description:
		"What was sold, to whom, and what the creator may do about it. Amounts are decimal strings in the creator's currency.",
	operations: {
		"GET /api/dashboard": {
			summary: "Read the figures of the last days",
			description: "Over all shares, deleted ones included. A sale counts on the day it was paid.",
			ok: { 200: "DashboardMetrics" },
			scopes: ["sales:read"],
			headers: ["ETag"],
		},
		"GET /api/analytics": {
			summary: "Read views and sales by day, source and country",
			description:
				"Of all shares or of one, in the last days (UTC), and in the same number of days before.",
			ok: { 200: "Analytics" },
			errors: ["share.not_found"],
			scopes: ["sales:read"],
		},
		"GET /api/analytics.csv": {
			summary: "Export views and sales by day",
			description: "One line for each day, share, source and country, the newest first.",
			ok: { 200: { types: ["text/csv"], description: "One line a day." } },
			errors: ["share.not_found"],
			scopes: ["sales:read"],
			headers: ["Content-Disposition"],
		},
		"GET /api/file-shares/:shareId/sales": {
			summary: "List the sales of a share",
			description:
				'Newest first, in pages: the header `Link` has the address of the next one, with `rel="next"`.',
			ok: { 200: "Sale[]" },
			errors: ["share.not_found"],
			headers: ["Link"],
		},
		"GET /api/sales": {
			summary: "List sales",
			description:
				"Of all shares, or of the one named by `shareId`, in every state or in one `state`, of everybody or of one `buyer`; refunded and disputed ones too. Newest first, in pages: `next` is the `after` of the next page, null on the last one. `from` and `until` are about when they were paid: at that moment or later, and before the other.",
			ok: { 200: "SalePage" },
			errors: ["share.not_found"],
		},
		"GET /api/sales/:id": {
			summary: "Show a sale",
			description: "One of the creator's sales, by its id.",
			ok: { 200: "Sale" },
			errors: ["purchase.not_found"],
		},
		"GET /api/sales.csv": {
			summary: "Export sales",
			description:
				"As CSV: of all shares, or of one, in every state or in one, from one time to another.",
			ok: { 200: { types: ["text/csv"], description: "One line a sale." } },
			errors: ["share.not_found"],
			headers: ["Content-Disposition"],
		},
		"POST /api/checkouts": {
			summary: "Make a checkout for one buyer",
			description:
				"Send the buyer to its `url`. It can be paid once, and be begun within 24 hours, at the share's price or at one of its own; it reserves no copy and takes no discount code. Who has bought the share already can't buy it again by a checkout. After paying, the buyer goes to `successUrl`, with the parameter `checkout_id`. The sale and its events have your `externalId` and `metadata`. Fulfil orders by `sale.created` or by reading the checkout, since a buyer can close the page before it leads back.",
			ok: { 201: "Checkout" },
			errors: [
				"checkout.too_many",
				"share.no_payment_route",
				"share.not_for_sale",
				"share.not_found",
				"share.sold_out",
			],
			example: {
				shareId: "0rgadCY8niNFmzs3UjqlUA",
				price: "12.50",
				buyerEmail: "grace@example.com",
				successUrl: "https://shop.example/thanks",
				externalId: "order-1042",
				metadata: { plan: "studio" },
			},
		},
		"GET /api/checkouts/:id": {
			summary: "Show a checkout",
			description: "Whether it is paid, and by which sale.",
			ok: { 200: "Checkout" },
			errors: ["checkout.not_found"],
		},
		"POST /api/purchases/:id/refund": {
			summary: "Refund a card sale",
			description:
				"Refunds all that is left, and the buyer's access ends at once; repeating the call refunds nothing twice. With `amount` a part, and the buyer keeps the access until nothing of the price is left; such a call needs an `Idempotency-Key`, with which it has one effect however often it is sent. The platform fee is returned in proportion.",
			example: { amount: "5.00" },
			canOmitBody: true,
			ok: { 200: "Sale" },
			errors: [
				"payment.conflict",
				"provider.unavailable",
				"provider.refused",
				"purchase.not_found",
			],
		},
		"POST /api/purchases/:id/receipt": {
			summary: "Send the receipt again",
			description: "By mail to the buyer's address, with a new link.",
			ok: { 204: null },
			errors: [
				"account.email_unverified",
				"payment.conflict",
				"purchase.not_found",
				"rate.limited",
			],
		},
		"POST /api/purchases/:id/revoke": {
			summary: "End the access of a purchase without a refund",
			description:
				"With the buyer's next request. The buyer is told why. Repeating it changes nothing.",
			ok: { 204: null },
			errors: ["payment.conflict", "purchase.not_found"],
			example: { reason: "The payment was charged back." },
		},
		"POST /api/purchases/:id/restore": {
			summary: "Restore the access of a purchase",
			description:
				"After it was ended without a refund. The buyer is told. Repeating it changes nothing.",
			ok: { 204: null },
			errors: ["payment.conflict", "purchase.not_found"],
		},
		"POST /api/purchases/:id/address": {
			summary: "Ask a buyer to confirm another email address",
			description:
				"By a mail to that address; until it is confirmed there, nothing changes. A newer request replaces an earlier one.",
			ok: { 204: null },
			errors: [
				"account.email_unverified",
				"payment.conflict",
				"purchase.not_found",
				"rate.limited",
			],
			example: { email: "buyer@example.com" },
		},
		"GET /api/purchases/:id/evidence": {
			summary: "Read the evidence of a purchase, for a dispute",
			description: "What is known of the sale, its delivery and its downloads.",
			ok: { 200: { types: ["text/html"], description: "A page to print." } },
			errors: ["purchase.not_found"],
		},
		"POST /api/address-corrections/confirm": {
			summary: "Confirm a corrected address by a mailed token",
			description:
				"Receipts go to the confirmed address from then on, and links that were sent to the former one end.",
			ok: { 200: "ConfirmedAddress" },
			errors: ["token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
		},
		"GET /api/direct-claims": {
			summary: "List direct payments that wait for a decision",
			description: "Those that wait for a decision, then those that were decided lately.",
			ok: { 200: "DirectClaim[]" },
		},
		"POST /api/direct-claims/:id/approve": {
			summary: "Approve a direct payment",
			description: "Opens the files to the buyer.",
			ok: { 200: "DirectClaim" },
			errors: ["payment.conflict", "purchase.not_found", "share.sold_out"],
			example: { raise: false },
		},
		"POST /api/direct-claims/:id/decline": {
			summary: "Decline a direct payment",
			description: "The buyer is told the reason, and may report the payment once more.",
			ok: { 200: "DirectClaim" },
			errors: ["payment.conflict", "purchase.not_found"],
			example: { reason: "not_found" },
		},
		"POST /api/direct-claims/:id/details": {
			summary: "Read a direct payment by the token of a mail",
			description:
				"Without a session: the token of the mail to the creator permits it. Changes nothing.",
			ok: { 200: "DirectClaim" },
			errors: ["token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
		},
		"POST /api/direct-claims/:id/decision": {
			summary: "Decide a direct payment by the token of a mail",
			description: "Without a session: the token of the mail to the creator permits it.",
			ok: { 200: "DirectClaim" },
			errors: ["payment.conflict", "purchase.not_found", "share.sold_out", "token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4cW8yZ", decision: "approve" },
		},
		"GET /api/customers": {
			summary: "List customers",
			description:
				"The latest purchase first, in pages: `next` is the `after` of the next page, null on the last one.",
			ok: { 200: "CustomerPage" },
		},
		"GET /api/customers.csv": {
			summary: "Export all customers",
			description: "The latest purchase first, as CSV.",
			ok: { 200: { types: ["text/csv"], description: "One line a customer." } },
			headers: ["Content-Disposition"],
		},
		"GET /api/customers/:id": {
			summary: "Read a customer and their purchases",
			description: "The customer is named by any of their purchases.",
			ok: { 200: "CustomerDetails" },
			errors: ["purchase.not_found"],
		},
		"GET /api/blocked-buyers": {
			summary: "List blocked addresses",
			description: "The latest first.",
			ok: { 200: "BlockedBuyer[]" },
		},
		"POST /api/blocked-buyers": {
			summary: "Block an address",
			description:
				"The creator accepts no more orders from it, in any spelling. What was bought stays as it is.",
			ok: { 204: null },
			example: { email: "buyer@example.com" },
		},
		"DELETE /api/blocked-buyers": {
			summary: "Unblock an address",
			description: "Orders from it are accepted again. Repeating it changes nothing.",
			ok: { 204: null },
			example: { email: "buyer@example.com" },
		},
	},
};
