import type { Appearance, Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { PublicConfig } from "../../../worker/contract/config.ts";

let loading: Promise<Stripe | null> | undefined;

/** The local sandbox's replacement defines `window.Stripe` first, and `loadStripe` uses it. */
function addScript(src: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const script = document.createElement("script");
		script.src = src;
		script.onload = () => resolve();
		script.onerror = () => reject(new Error("The payment form could not be loaded."));
		document.head.append(script);
	});
}

async function load({ publishableKey, scriptUrl }: PublicConfig["stripe"]): Promise<Stripe | null> {
	if (scriptUrl) await addScript(scriptUrl);
	return loadStripe(publishableKey);
}

/** Only documents whose policy allows Stripe.js may call this: the payment pages and /subscribe. */
export function stripeOf(config: PublicConfig): Promise<Stripe | null> {
	loading ??= load(config.stripe).catch((error: unknown) => {
		loading = undefined;
		throw error;
	});
	return loading;
}

export function stripeAppearance(scheme: "light" | "dark"): Appearance {
	const style = getComputedStyle(document.documentElement);
	const tone = (name: string) => style.getPropertyValue(name).trim();
	return {
		theme: scheme === "dark" ? "night" : "stripe",
		variables: {
			colorPrimary: tone("--color-primary"),
			colorBackground: tone("--color-base-100"),
			colorText: tone("--color-base-content"),
			colorDanger: tone("--color-error"),
			borderRadius: "10px",
			fontSizeBase: "15px",
		},
	};
}
