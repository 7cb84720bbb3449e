import { Elements } from "@stripe/react-stripe-js";
import type { Stripe, StripeElementLocale } from "@stripe/stripe-js";
import { type ReactNode, useMemo } from "react";
import type { PublicConfig } from "../../worker/contract/config.ts";
import { stripeAppearance, stripeOf } from "../lib/buying/stripe.ts";
import { useLocale } from "../lib/i18n/i18n.ts";
import { useColorScheme } from "../lib/page/theme.ts";

type Props = {
	config: PublicConfig;
	clientSecret: string;
	onFailure: () => void;
	children: ReactNode;
};

export function StripeElements({ config, clientSecret, onFailure, children }: Props) {
	const stripe = useMemo<Promise<Stripe | null>>(
		() =>
			stripeOf(config).catch(() => {
				onFailure();
				return null;
			}),
		[config, onFailure],
	);
	const scheme = useColorScheme();
	const locale = useLocale();
	return (
		<Elements
			stripe={stripe}
			options={{
				clientSecret,
				appearance: stripeAppearance(scheme),
				// Our languages are among Stripe's; changing the language keeps what was typed.
				locale: locale as StripeElementLocale,
			}}
		>
			{children}
		</Elements>
	);
}
