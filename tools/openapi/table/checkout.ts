import type { ErrorCode } from "../../../worker/contract/errors.ts";
import type { Area } from "../operation.ts";
import { CLOSED_SHARE } from "./share-errors.ts";

const PURCHASE_ERRORS: readonly ErrorCode[] = [
	"checkout.ended",
	"checkout.paid",
	"discount.refused",
	"forbidden",
	"payment.already_paid",
	"payment.amount_too_low",
	"share.not_for_sale",
	"share.not_found",
	"share.sold_out",
	...CLOSED_SHARE,
];

export const checkout: Area = {
	name: "Checkout and receipts",
	description:
		"What a buyer's browser calls. A buyer has no account: the cookie `__Host-buyer` decides which purchases are theirs.",
	operations: {
		"POST /api/create-payment-intent": {
			summary: "Begin a card payment",
			description:
				"The amount comes from the share; a repeated call returns the same open payment.",
			ok: { 200: "PaymentIntentResponse" },
			errors: [
				"buyer.blocked",
				"card_payments.paused",
				"challenge.failed",
				"challenge.unavailable",
				"consent.required",
				"payment.nothing_to_pay",
				"payment.processing",
				"provider.refused",
				"provider.unavailable",
				"share.changed",
				"share.no_payment_route",
				...PURCHASE_ERRORS,
			],
			example: {
				shareId: "0rgadCY8niNFmzs3UjqlUA",
				code: "SUMMER",
				buyerEmail: "grace@example.com",
			},
		},
		"POST /api/payment-success": {
			summary: "Settle a card payment after the provider confirmed it",
			description:
				"Asks the payment provider what became of the payment, takes the money of an authorised one, and opens the files. Where it can't buy anything any more, `details.refunded` says whether it was charged and is refunded, or was not charged. Only for the browser that began it.",
			ok: { 200: "PaymentSuccessResponse" },
			errors: [
				"buyer.blocked",
				"checkout.paid",
				"discount.refused",
				"payment.already_paid",
				"payment.not_succeeded",
				"payment.processing",
				"provider.refused",
				"provider.unavailable",
				"purchase.not_found",
				"rate.limited",
				"share.not_for_sale",
				"share.sold_out",
			],
			credential: "buyer",
			example: { paymentIntentId: "pi_3Q0000000000000000000000", buyerEmail: "grace@example.com" },
		},
		"POST /api/get-free": {
			summary: "Get what costs nothing",
			description:
				"For a share that is free, one whose buyer may choose 0, or one that a discount code reduces to 0. It is a purchase with a receipt like any other.",
			ok: { 200: "GetFreeResponse" },
			errors: ["buyer.blocked", "payment.required", "share.changed", ...PURCHASE_ERRORS],
			example: { shareId: "0rgadCY8niNFmzs3UjqlUA", buyerEmail: "grace@example.com" },
		},
		"POST /api/begin-direct-payment": {
			summary: "Begin a direct payment",
			description: "Returns whom to pay, how much, and which reference to put into the note.",
			ok: { 200: "BeginDirectResponse" },
			errors: [
				"consent.required",
				"direct_payments.paused",
				"payment.nothing_to_pay",
				"payment.processing",
				"share.changed",
				"share.has_sales",
				"share.no_payment_route",
				...PURCHASE_ERRORS,
			],
			example: { shareId: "0rgadCY8niNFmzs3UjqlUA" },
		},
		"POST /api/confirm-direct-payment": {
			summary: "Report a direct payment as sent",
			description:
				"The creator decides on it, unless they chose to open files at once. Repeating the call before the decision corrects address and code.",
			ok: { 200: "ConfirmDirectResponse" },
			errors: [
				"buyer.blocked",
				"claim.code_used",
				"consent.required",
				"direct_payments.paused",
				"payment.conflict",
				"purchase.not_found",
				"share.no_payment_route",
				...PURCHASE_ERRORS,
			],
			example: {
				shareId: "0rgadCY8niNFmzs3UjqlUA",
				buyerEmail: "grace@example.com",
				confirmationCode: "#D-8KX2M4",
			},
		},
		"GET /api/direct-claims/:id": {
			summary: "Read one's own direct payment",
			description: "For the buyer who made it, or the creator who is to be paid.",
			ok: { 200: "DirectClaim" },
			errors: ["purchase.not_found"],
			credential: "buyer",
		},
		"GET /api/my-purchases": {
			summary: "List own purchases",
			description:
				"Everything that this browser holds, the newest first. Empty without the buyer's cookie.",
			ok: { 200: "MyPurchase[]" },
			credential: "buyer",
		},
		"GET /api/receipts/:id": {
			summary: "Read a receipt",
			description: "For a browser that holds the purchase.",
			ok: { 200: "MyPurchase" },
			errors: ["purchase.not_found"],
			credential: "buyer",
		},
		"PUT /api/receipts/:id/buyer": {
			summary: "Set the buyer's details on the invoice",
			description:
				"An invoice that has been issued is never altered: it gets a credit note, and a new one takes its place.",
			ok: { 200: "MyPurchase" },
			errors: ["purchase.not_found", "invoice.final"],
			credential: "buyer",
			example: {
				name: "Ada Meyer Photography",
				address: "Lindenstraße 5\n10969 Berlin",
				country: "Germany",
				taxNumber: "DE 123 456 789",
			},
		},
		"POST /api/receipts/:id/withdrawal": {
			summary: "Withdraw from an own purchase",
			description:
				"Records the declaration and confirms it by mail. A repeated call returns the first one.",
			ok: { 200: "Withdrawal" },
			errors: [
				"payment.conflict",
				"provider.unavailable",
				"provider.refused",
				"purchase.not_found",
			],
			credential: "buyer",
			example: { name: "Grace Hopper", email: "grace@example.com" },
		},
		"POST /api/withdrawals": {
			summary: "Withdraw from a purchase by its reference",
			description: "The response is the same whether there is such a purchase or not.",
			ok: { 202: "ReceivedWithdrawal" },
			example: { name: "Grace Hopper", email: "grace@example.com", reference: "H9E52MM7" },
		},
		"POST /api/receipts/summary": {
			summary: "Read what a receipt’s link opens",
			description: "Adds the purchase to no browser.",
			ok: { 200: "ReceiptSummary" },
			errors: ["token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
		},
		"POST /api/receipts/redeem": {
			summary: "Open a receipt by its link",
			description:
				"Adds the purchase to those of this browser, which gets a buyer's cookie where it has none.",
			ok: { 200: "RedeemReceiptResponse" },
			errors: ["receipt.code_required", "token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
		},
		"POST /api/receipts/code": {
			summary: "Send a code to open a receipt in another browser",
			description:
				"To the address of the receipt. It is needed once many browsers hold the purchase.",
			ok: { 204: null },
			errors: ["token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
		},
		"POST /api/purchases/find": {
			summary: "Send a code to find one's purchases",
			description: "The response is the same whether there are purchases or not.",
			ok: { 204: null },
			example: { email: "buyer@example.com" },
		},
		"POST /api/purchases/verify": {
			summary: "Open one's purchases by a mailed code",
			description:
				"Adds every paid purchase of the address to those of this browser, and returns them.",
			ok: { 200: "MyPurchase[]" },
			errors: ["token.not_found"],
			example: { email: "grace@example.com", code: "123456" },
		},
		"POST /api/file-shares/:shareId/unlock": {
			summary: "Unlock a share by its password",
			description: "Sets a cookie that opens the share.",
			ok: { 204: null },
			errors: [
				"rate.limited",
				"share.locked",
				"share.not_found",
				"share.removed_by_order",
				"share.taken_down",
			],
			example: { password: "the word from the newsletter" },
		},
	},
};
