import type { Stripe } from "stripe";
import { requireTransfers } from "./accounts.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest, parameterMissing } from "./errors.ts";
import { idOf } from "./ids.ts";
import type { Params } from "./params.ts";

/** `transfer_data`: which connected account receives the money, and how much of it (cents). */
export function transferData(
	call: Call,
	params: Params,
	amount: number,
	current: Stripe.PaymentIntent["transfer_data"],
): Stripe.PaymentIntent["transfer_data"] {
	const given = params.hash("transfer_data");
	if (given === undefined) return current ?? null;
	const destination = given.text("destination") ?? idOf(current?.destination);
	if (destination === null) throw parameterMissing("transfer_data[destination]");
	requireTransfers(call, destination, "transfer_data[destination]");
	const share = given.integer("amount");
	if (share !== undefined && (share < 1 || share > amount)) {
		throw invalidRequest("The transfer amount must be at most the amount of the payment.", {
			param: "transfer_data[amount]",
		});
	}
	return { destination, ...(share === undefined ? {} : { amount: share }) };
}

/** `on_behalf_of`: the account that the card statement names. */
export function onBehalfOf(call: Call, params: Params): string | undefined {
	const id = params.text("on_behalf_of");
	if (id === undefined) return undefined;
	if (fetchOrThrow(call, "account", id, "on_behalf_of").capabilities?.card_payments === "active")
		return id;
	throw invalidRequest(
		"Your account cannot create payments on behalf of an account that does not have the card_payments capability.",
		{ param: "on_behalf_of" },
	);
}

/** `application_fee_amount` in cents: what the platform keeps of a destination charge. */
export function applicationFee(
	params: Params,
	intent: Stripe.PaymentIntent,
	amount: number,
): number | undefined {
	const fee = params.integer("application_fee_amount");
	if (fee === undefined) return undefined;
	if (!intent.transfer_data) {
		throw invalidRequest(
			"Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
			{ param: "application_fee_amount" },
		);
	}
	if (intent.transfer_data.amount !== undefined) {
		throw invalidRequest(
			"You may only specify one of these parameters: application_fee_amount, transfer_data[amount].",
			{
				param: "application_fee_amount",
			},
		);
	}
	if (fee < 0 || fee > amount) {
		throw invalidRequest("The application fee must be at most the amount of the payment.", {
			param: "application_fee_amount",
		});
	}
	return fee;
}
