import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import { WALLETS, type Wallet } from "./methods.ts";
import type { Params } from "./params.ts";

/** Returns the existing one if the domain is registered. */
export function createPaymentMethodDomain(call: Call, params: Params): Stripe.PaymentMethodDomain {
	const name = params.requiredText("domain_name");
	const enabled = params.boolean("enabled") ?? true;
	const known = [...call.store.all("payment_method_domain")].find(
		({ domain_name }) => domain_name === name,
	);
	if (known) return known;
	const domain: Stripe.PaymentMethodDomain = {
		id: newId("pmd"),
		object: "payment_method_domain",
		created: call.now,
		domain_name: name,
		enabled,
		livemode: false,
		...statuses(call),
	};
	call.store.insert("payment_method_domain", domain);
	return domain;
}

export function listPaymentMethodDomains(call: Call, params: Params) {
	return listObjects(call, params, "payment_method_domain", "/v1/payment_method_domains", {
		domain_name: params.text("domain_name"),
	});
}

export function updatePaymentMethodDomain(call: Call, params: Params, id: string) {
	const domain = fetchOrThrow(call, "payment_method_domain", id);
	domain.enabled = params.boolean("enabled") ?? domain.enabled;
	return call.store.save("payment_method_domain", domain);
}

export function validatePaymentMethodDomain(call: Call, _params: Params, id: string) {
	const domain = fetchOrThrow(call, "payment_method_domain", id);
	return call.store.save("payment_method_domain", { ...domain, ...statuses(call) });
}

function statuses({ sandbox: { settings } }: Call) {
	const entries = WALLETS.map((wallet) => [
		wallet,
		settings.wallets.includes(wallet)
			? { status: "active" }
			: {
					status: "inactive",
					status_details: { error_message: "The sandbox is set to refuse it." },
				},
	]);
	return Object.fromEntries(entries) as Pick<Stripe.PaymentMethodDomain, Wallet>; // one entry for each
}
