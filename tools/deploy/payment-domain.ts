import { Stripe } from "stripe";
import { change, notice, type Run, right } from "./context.ts";
import { said } from "./payments.ts";

/**
 * Registers the service's domain at the payment provider, without which Apple Pay, Google Pay and Link are not
 * offered on it. A restricted key that may not do that ends no deploy: cards work without.
 */
export async function ensurePaymentDomain(run: Run, stripe: Stripe, origin: string): Promise<void> {
	const name = new URL(origin).hostname;
	try {
		const { data } = await stripe.paymentMethodDomains.list({ domain_name: name });
		const [found] = data;
		if (found?.enabled) return right(run, `the payment domain ${name}`);
		await change(run, `register the payment domain ${name}`, () =>
			found
				? stripe.paymentMethodDomains.update(found.id, { enabled: true })
				: stripe.paymentMethodDomains.create({ domain_name: name }),
		);
	} catch (error) {
		const isRefused =
			error instanceof Stripe.errors.StripeInvalidRequestError ||
			error instanceof Stripe.errors.StripePermissionError;
		if (!isRefused) await said(Promise.reject(error));
		notice(
			run,
			`Stripe did not register ${name} for Apple Pay, Google Pay and Link: register it at https://dashboard.stripe.com/settings/payment_method_domains.`,
		);
	}
}
