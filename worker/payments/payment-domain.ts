import type { Stripe } from "stripe";
import type { WalletsHealth } from "../contract/health.ts";

/** Wallets that browsers offer only on a domain registered at the provider. */
const WALLETS = [
	{ field: "applePay", name: "Apple Pay" },
	{ field: "googlePay", name: "Google Pay" },
	{ field: "link", name: "Link" },
] as const;

/** Returns the provider's record of the domain on which buyers pay. Passes on errors of the SDK. */
export async function findPaymentDomain(
	stripe: Stripe,
	origin: string,
): Promise<Stripe.PaymentMethodDomain | undefined> {
	const { data } = await stripe.paymentMethodDomains.list({
		domain_name: new URL(origin).hostname,
	});
	return data[0];
}

/** Returns whether a domain is registered and enabled, and which wallets the provider offers on it. */
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
