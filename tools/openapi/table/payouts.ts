import type { Area } from "../operation.ts";

export const payouts: Area = {
	name: "Payouts and plan",
	description: "How a creator is paid, and the creator's own subscription.",
	operations: {
		"GET /api/payment-status": {
			summary: "Read how the creator can be paid",
			description: "By card, by Cash App, by a link of the creator's own, or not yet.",
			ok: { 200: "PaymentStatus" },
			errors: ["provider.unavailable", "provider.refused"],
		},
		"POST /api/setup-cashapp": {
			summary: "Set up direct payments",
			description:
				"Buyers pay the creator directly: in US dollars at the Cash App handle, in other currencies by the link, which is also for US dollars where there is no handle. What is left out stays as it is. Payments that were begun before can be finished.",
			ok: { 200: "PaymentStatus" },
			example: { cashAppHandle: "$adafonts" },
		},
		"POST /api/setup-methods": {
			summary: "Choose whether bank debits are taken",
			description:
				"They take days, in which nothing is open to the buyer. Which other ways of paying online are offered is the operator's choice.",
			ok: { 200: "PaymentStatus" },
			example: { acceptsDelayed: true },
		},
		"POST /api/setup-currency": {
			summary: "Choose the currency of new shares",
			description:
				"Until something is sold, or is being paid, it becomes that of all shares: the figures of prices, codes and checkouts stay as they are, rounded up where the currency has no decimals. After that, as `sharesKeepCurrency` of `GET /api/v1/payment-status` says, each share and code keeps its own, and figures are listed by currency. Cash App takes US dollars only, so shares in another currency are paid by card or by the creator's link.",
			ok: { 200: "PaymentStatus" },
			example: { currency: "eur" },
		},
		"GET /api/payout-countries": {
			summary: "List the countries in which creators can be paid",
			description:
				"By the country of the operator's own account at the payment provider. In all others a creator can only be paid directly.",
			ok: { 200: "PayoutCountries" },
			errors: ["provider.unavailable", "provider.refused"],
		},
		"POST /api/setup-card-payouts": {
			summary: "Begin to set up payouts of card payments",
			description:
				"Returns the address of the payment provider's page, where the creator continues.",
			ok: { 200: "OnboardingLink" },
			errors: ["account.email_unverified", "provider.unavailable", "provider.refused"],
			example: { country: "DE" },
		},
		"GET /api/balance": {
			summary: "Read the balance and the latest ledger entries",
			description: "Where the creator's money is, and the latest entries that explain it.",
			ok: { 200: "Balance" },
		},
		"GET /api/ledger.csv": {
			summary: "Export the ledger",
			description: "Every entry of the creator's ledger, as CSV.",
			ok: { 200: { types: ["text/csv"], description: "One line an entry." } },
			headers: ["Content-Disposition"],
		},
		"GET /api/invoice-details": {
			summary: "Read what stands on invoices",
			description: "The creator's own name, address and tax number as a seller.",
			ok: { 200: "InvoiceDetails" },
		},
		"PUT /api/invoice-details": {
			summary: "Set what stands on invoices",
			description: "For invoices from now on; those that were issued keep what they have.",
			ok: { 200: "InvoiceDetails" },
			example: {
				name: "Ada Meyer Photography",
				address: "Lindenstraße 5\n10969 Berlin",
				country: "Germany",
				taxNumber: "DE 123 456 789",
			},
		},
		"GET /api/subscription-status": {
			summary: "Read the Pro subscription",
			description: "Whether Pro is in force, and until when.",
			ok: { 200: "SubscriptionStatus" },
		},
		"POST /api/create-subscription": {
			summary: "Subscribe to Pro",
			description:
				"Returns the client secret by which the browser confirms the first payment, or that of a renewal that failed.",
			ok: { 200: "CreateSubscriptionResponse" },
			errors: ["provider.unavailable", "provider.refused"],
		},
		"POST /api/cancel-subscription": {
			summary: "Cancel Pro at the end of the period",
			description: "Pro stays in force until the paid period ends.",
			ok: { 200: "SubscriptionStatus" },
			errors: ["provider.unavailable", "provider.refused", "subscription.none"],
		},
		"POST /api/resume-subscription": {
			summary: "Revoke the cancellation of Pro",
			description: "Before the paid period has ended.",
			ok: { 200: "SubscriptionStatus" },
			errors: ["provider.unavailable", "provider.refused", "subscription.none"],
		},
	},
};
