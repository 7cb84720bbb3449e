import type { Plan, StorageLimits } from "./plans.ts";
import type { Switch } from "./switches.ts";

/** The installation's configuration for the browser. */
export type PublicConfig = {
	/** the name of the product */
	appName: string;
	/** the address of the installation */
	origin: string;
	/** how the browser loads the payment provider's forms */
	stripe: {
		/** Stripe's publishable key */
		publishableKey: string;
		/** the sandbox's replacement for Stripe.js; null for Stripe itself */
		scriptUrl: string | null;
	};
	/** the plans by their ids */
	plans: {
		/** the free plan */
		free: Plan;
		/** the Pro plan */
		pro: Plan;
	};
	/** how many bytes an account may store */
	storage: StorageLimits;
	/** who pays the card provider's fee */
	processingFeeBorneBy: "creator" | "operator";
	/** how many days buyers of a deleted share may still download */
	deletedShareKeepDays: number;
	/** Cloudflare Turnstile's site key; null without challenges */
	turnstileSiteKey: string | null;
	/** the landing page shows example testimonials and numbers */
	showTestimonials: boolean;
	/** features that the operator has paused */
	paused: Switch[];
};

/** The header with a form's Turnstile token. */
export const CHALLENGE_HEADER = "x-challenge-token";
