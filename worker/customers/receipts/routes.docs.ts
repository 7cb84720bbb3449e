import { describeRoutes, json } from "../../route.docs.ts";
import type { MyPurchase, ReceiptSummary, RedeemReceiptResponse } from "./contract.ts";

export const receiptDocs = describeRoutes("Checkout and receipts", {
	"GET /api/my-purchases": {
		who: "anyone",
		trips: { primary: 3 },
		summary: "List own purchases",
		description:
			"Everything that this browser holds, the newest first. Empty without the buyer's cookie.",
		ok: { 200: json<MyPurchase[]>() },
		credential: "buyer",
	},
	"GET /api/receipts/:id": {
		who: "receipt",
		trips: { primary: 3 },
		summary: "Read a receipt",
		description: "For a browser that holds the purchase.",
		ok: { 200: json<MyPurchase>() },
		errors: ["purchase.not_found"],
		credential: "buyer",
	},
	"POST /api/receipts/summary": {
		who: "receipt link",
		trips: { primary: 2 },
		summary: "Read what a receipt’s link opens",
		description: "Adds the purchase to no browser.",
		ok: { 200: json<ReceiptSummary>() },
		errors: ["token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
	},
	"POST /api/receipts/redeem": {
		who: "receipt link",
		trips: { primary: 8 },
		summary: "Open a receipt by its link",
		description:
			"Adds the purchase to those of this browser, which gets a buyer's cookie where it has none.",
		ok: { 200: json<RedeemReceiptResponse>() },
		errors: ["receipt.code_required", "token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
	},
	"POST /api/receipts/code": {
		who: "receipt link",
		trips: { primary: 3 },
		summary: "Send a code to open a receipt in another browser",
		description:
			"To the address of the receipt. It is needed once many browsers hold the purchase.",
		ok: { 204: null },
		errors: ["token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4cW8yZ" },
	},
	"POST /api/purchases/find": {
		who: "anyone",
		trips: { primary: 2 },
		summary: "Send a code to find one's purchases",
		description: "The response is the same whether there are purchases or not.",
		ok: { 204: null },
		example: { email: "buyer@example.com" },
	},
	"POST /api/purchases/verify": {
		who: "token",
		trips: { primary: 7 },
		summary: "Open one's purchases by a mailed code",
		description:
			"Adds every paid purchase of the address to those of this browser, and returns them.",
		ok: { 200: json<MyPurchase[]>() },
		errors: ["token.not_found"],
		example: { email: "grace@example.com", code: "123456" },
	},
});
