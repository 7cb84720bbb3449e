import type { Stripe } from "stripe";
import type { WalletsHealth } from "../contract/health.ts";

/** Browsers offer these only on a domain registered at the provider. */
const WALLETS = [
	{ field: "applePay", name: "Apple Pay" },
	{ field: "googlePay", name: "Google Pay" },
	{ field: "link", name: "Link" },
] as const;

export async function findPaymentDomain(
	stripe: Stripe,
	origin: string,
): Promise<Stripe.PaymentMethodDomain | undefined> {
	const { data } = await stripe.paymentMethodDomains.list({
		domain_name: new URL(origin).hostname,
	});
	return data[0];
}

export function walletsOn(domain: Stripe.PaymentMethodDomain | undefined): WalletsHealth {
	const registered = domain?.enabled === true;
	const state = (wallet: { status: string } | undefined) =>
		registered && wallet?.status === "active" ? "active" : "inactive";
	return {
		registered,
		applePay: state(domain?.apple_pay),
		googlePay: state(domain?.google_pay),
		link: state(domain?.link),
	};
}

export const inactiveWallets = (wallets: WalletsHealth): string[] =>
	WALLETS.filter(({ field }) => wallets[field] === "inactive").map(({ name }) => name);
