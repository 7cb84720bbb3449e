import { describeRoutes, json } from "../../route.docs.ts";
import type { ReceivedWithdrawal, Withdrawal } from "./contract.ts";

export const withdrawalDocs = describeRoutes("Checkout and receipts", {
	"POST /api/receipts/:id/withdrawal": {
		who: "own withdrawal",
		trips: { primary: 6 },
		summary: "Withdraw from an own purchase",
		description:
			"Records the declaration and confirms it by mail. A repeated call returns the first one.",
		ok: { 200: json<Withdrawal>() },
		errors: ["payment.conflict", "provider.unavailable", "provider.refused", "purchase.not_found"],
		credential: "buyer",
		example: { name: "Grace Hopper", email: "grace@example.com" },
	},
	"POST /api/withdrawals": {
		who: "anyone",
		trips: { primary: 3 },
		summary: "Withdraw from a purchase by its reference",
		description: "The response is the same whether there is such a purchase or not.",
		ok: { 202: json<ReceivedWithdrawal>() },
		example: { name: "Grace Hopper", email: "grace@example.com", reference: "H9E52MM7" },
	},
});
