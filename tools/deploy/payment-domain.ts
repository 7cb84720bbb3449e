import type { Stripe } from "stripe";
import {
	findPaymentDomain,
	inactiveWallets,
	walletsOn,
} from "../../worker/payments/payment-domain.ts";
import { change, notice, type Run, right } from "./context.ts";
import { isRefusal, said } from "./payments.ts";

const DASHBOARD = "https://dashboard.stripe.com/settings/payment_method_domains";

const missing = (domain: Stripe.PaymentMethodDomain) => inactiveWallets(walletsOn(domain));

/**
 * Registers the domain at Stripe, as Apple Pay, Google Pay and Link require; adds a notice about those still
 * unavailable. A restricted key without this right doesn't stop a deploy.
 */
export async function ensurePaymentDomain(run: Run, stripe: Stripe, origin: string): Promise<void> {
	const name = new URL(origin).hostname;
	const { paymentMethodDomains: domains } = stripe;
	try {
		let domain = await findPaymentDomain(stripe, origin);
		const known = domain;
		if (!known?.enabled)
			await change(run, `register the payment domain ${name}`, async () => {
				domain = known
					? await domains.update(known.id, { enabled: true })
					: await domains.create({ domain_name: name });
			});
		else if (missing(known).length === 0) right(run, `the payment domain ${name}`);
		// Anything missing at registration, such as a page at the address, may exist now.
		else
			await change(run, `have Stripe look at the payment domain ${name} again`, async () => {
				domain = await domains.validate(known.id);
			});
		if (domain?.enabled && missing(domain).length > 0)
			notice(
				run,
				`Stripe does not offer ${missing(domain).join(", ")} on ${name}: ${DASHBOARD} says why. Deploy again when that is settled.`,
			);
	} catch (error) {
		if (!isRefusal(error)) await said(Promise.reject(error));
		notice(
			run,
			`Stripe did not register ${name} for Apple Pay, Google Pay and Link: register it at ${DASHBOARD}.`,
		);
	}
}
