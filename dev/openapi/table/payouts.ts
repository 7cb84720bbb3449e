import type { Area } from "../operation.ts";

export const payouts: Area = {
	name: "Payouts and plan",
	description: "How a creator is paid, and the creator's own subscription.",
	operations: {
		"GET /api/payment-status": {
			summary: "Read how the creator can be paid",
			ok: { 200: "PaymentStatus" },
			errors: ["access_token.scope_missing", "auth.required"],
		},
		"POST /api/setup-cashapp": {
			summary: "Set up direct payments by Cash App",
			ok: { 200: "PaymentStatus" },
			errors: ["access_token.not_allowed", "auth.required", "request.invalid"],
			example: { cashAppHandle: "$adafonts" },
		},
		"POST /api/setup-card-payouts": {
			summary: "Begin to set up payouts of card payments",
			ok: { 200: "OnboardingLink" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"GET /api/balance": {
			summary: "Read the balance and the latest ledger entries",
			ok: { 200: "Balance" },
			errors: ["access_token.scope_missing", "auth.required"],
		},
		"GET /api/ledger.csv": {
			summary: "Export the ledger",
			ok: { 200: { types: ["text/csv"], description: "One line an entry." } },
			errors: ["access_token.scope_missing", "auth.required"],
			headers: ["Content-Disposition"],
		},
		"GET /api/invoice-details": {
			summary: "Read what stands on invoices",
			ok: { 200: "InvoiceDetails" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"PUT /api/invoice-details": {
			summary: "Set what stands on invoices",
			ok: { 200: "InvoiceDetails" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"GET /api/subscription-status": {
			summary: "Read the Pro subscription",
			ok: { 200: "SubscriptionStatus" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/create-subscription": {
			summary: "Subscribe to Pro",
			ok: { 200: "CreateSubscriptionResponse" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/cancel-subscription": {
			summary: "Cancel Pro at the end of the period",
			ok: { 200: "SubscriptionStatus" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/resume-subscription": {
			summary: "Revoke the cancellation of Pro",
			ok: { 200: "SubscriptionStatus" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
	},
};
