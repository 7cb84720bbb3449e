import type { Area } from "../operation.ts";

export const payouts: Area = {
	name: "Payouts and plan",
	description: "How a creator is paid, and the creator's own subscription.",
	operations: {
		"GET /api/payment-status": {
			summary: "Read how the creator can be paid",
			ok: { 200: "PaymentStatus" },
			errors: ["provider.unavailable", "provider.refused"],
		},
		"POST /api/setup-cashapp": {
			summary: "Set up direct payments by Cash App",
			ok: { 200: "PaymentStatus" },
			example: { cashAppHandle: "$adafonts" },
		},
		"POST /api/setup-card-payouts": {
			summary: "Begin to set up payouts of card payments",
			ok: { 200: "OnboardingLink" },
			errors: ["account.email_unverified", "provider.unavailable", "provider.refused"],
			example: { country: "DE" },
		},
		"GET /api/balance": {
			summary: "Read the balance and the latest ledger entries",
			ok: { 200: "Balance" },
		},
		"GET /api/ledger.csv": {
			summary: "Export the ledger",
			ok: { 200: { types: ["text/csv"], description: "One line an entry." } },
			headers: ["Content-Disposition"],
		},
		"GET /api/invoice-details": {
			summary: "Read what stands on invoices",
			ok: { 200: "InvoiceDetails" },
		},
		"PUT /api/invoice-details": {
			summary: "Set what stands on invoices",
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
			ok: { 200: "SubscriptionStatus" },
		},
		"POST /api/create-subscription": {
			summary: "Subscribe to Pro",
			ok: { 200: "CreateSubscriptionResponse" },
			errors: ["provider.unavailable", "provider.refused"],
		},
		"POST /api/cancel-subscription": {
			summary: "Cancel Pro at the end of the period",
			ok: { 200: "SubscriptionStatus" },
			errors: ["provider.unavailable", "provider.refused", "subscription.none"],
		},
		"POST /api/resume-subscription": {
			summary: "Revoke the cancellation of Pro",
			ok: { 200: "SubscriptionStatus" },
			errors: ["provider.unavailable", "provider.refused", "subscription.none"],
		},
	},
};
