import type { Call } from "./call.ts";
import { listOf } from "./listing.ts";

/**
 * Returns the value of a field that Stripe omits unless `expand[]` requests it, or undefined when the
 * object has no such field.
 */
export function includable(call: Call, node: Record<string, unknown>, name: string): unknown {
	const id = String(node.id);
	if (node.object === "charge" && name === "refunds") {
		const refunds = call.store.all("refund", {
			account: call.store.accountOf(id),
			equals: { charge: id },
		});
		return listOf(refunds, `/v1/charges/${id}/refunds`);
	}
	// Expandable also while nothing has failed.
	if (node.object === "refund" && name === "failure_balance_transaction") return null;
	if (node.object === "invoice" && name === "confirmation_secret")
		return confirmationSecret(call, id);
	// Null is a field that exists and is empty.
	return name in node ? node[name] : undefined;
}

function confirmationSecret(call: Call, invoice: string): unknown {
	const payment = call.store.all("invoice_payment", { equals: { invoice, is_default: true } })[0];
	const intent = payment?.payment.payment_intent;
	if (typeof intent !== "string") return null;
	const secret = call.store.find("payment_intent", intent)?.client_secret;
	return secret ? { client_secret: secret, type: "payment_intent" } : null;
}
