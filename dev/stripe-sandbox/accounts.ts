import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { ApiError, invalidRequest } from "./errors.ts";

/** Throws as Stripe does unless the connected account may receive transfers. */
export function requireTransfers(call: Call, id: string, param: string): Stripe.Account {
	const account = call.store.find("account", id);
	if (account === undefined) {
		throw new ApiError(400, {
			type: "invalid_request_error",
			code: "resource_missing",
			message: `No such destination: '${id}'`,
			param,
		});
	}
	if (account.capabilities?.transfers !== "active") {
		throw invalidRequest(
			"Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
			{ code: "insufficient_capabilities_for_transfer" },
		);
	}
	return account;
}
