import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";

/** Registers a domain; registering it again returns what is there. */
export function createPaymentMethodDomain(call: Call, params: Params): Stripe.PaymentMethodDomain {
	const name = params.requiredText("domain_name");
	const enabled = params.boolean("enabled") ?? true;
	const known = [...call.store.all("payment_method_domain")].find(
		({ domain_name }) => domain_name === name,
	);
	if (known) return known;
	const active = { status: "active" } as const;
	const domain: Stripe.PaymentMethodDomain = {
		id: newId("pmd"),
		object: "payment_method_domain",
		created: call.now,
		domain_name: name,
		enabled,
		livemode: false,
		amazon_pay: active,
		apple_pay: active,
		google_pay: active,
		klarna: active,
		link: active,
		paypal: active,
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
