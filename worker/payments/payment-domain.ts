import type { Stripe } from "stripe";
import type { WalletsHealth } from "../contract/health.ts";

/** Wallets that a browser is offered only on a domain that is registered at the provider. */
const WALLETS = [
	{ field: "applePay", name: "Apple Pay" },
	{ field: "googlePay", name: "Google Pay" },
	{ field: "link", name: "Link" },
] as const;

/** The provider's record of the domain on which buyers pay; undefined without one. Passes on errors of the SDK. */
export async function findPaymentDomain(
	stripe: Stripe,
	origin: string,
): Promise<Stripe.PaymentMethodDomain | undefined> {
	const { data } = await stripe.paymentMethodDomains.list({
		domain_name: new URL(origin).hostname,
	});
	return data[0];
}

/** Whether a domain is registered and switched on, and which wallets the provider offers on it. */
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

/** The names of the wallets that buyers are not offered. */
export const inactiveWallets = (wallets: WalletsHealth): string[] =>
	WALLETS.filter(({ field }) => wallets[field] === "inactive").map(({ name }) => name);
