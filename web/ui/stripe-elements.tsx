import { Elements } from "@stripe/react-stripe-js";
import type { Stripe, StripeElementLocale } from "@stripe/stripe-js";
import { type ReactNode, useMemo } from "react";
import type { PublicConfig } from "../../worker/contract/config.ts";
import { currentLocale } from "../lib/i18n.ts";
import { stripeAppearance, stripeOf } from "../lib/stripe.ts";
import { useTheme } from "../lib/theme.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";

type Props = {
	config: PublicConfig;
	clientSecret: string;
	/** called when Stripe.js could not be loaded */
	onFailure: () => void;
	children: ReactNode;
};

/** Stripe's Elements around a payment form, in our colours and the visitor's language. */
export function StripeElements({ config, clientSecret, onFailure, children }: Props) {
	const stripe = useMemo<Promise<Stripe | null>>(
		() =>
			stripeOf(config).catch(() => {
				onFailure();
				return null;
			}),
		[config, onFailure],
	);
	// The form's colours are read from the page: when theme or fonts change, it is rendered again.
	useTheme();
	useMediaQuery("(prefers-color-scheme: dark)");
	return (
		<Elements
			stripe={stripe}
			options={{
				clientSecret,
				appearance: stripeAppearance(),
				// Our languages are among Stripe's.
				locale: currentLocale() as StripeElementLocale,
			}}
		>
			{children}
		</Elements>
	);
}
