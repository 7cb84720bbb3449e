import type { Plan, StorageLimits } from "./accounts/plans.ts";
import type { Switch } from "./switches.ts";

/** The installation's configuration for the browser. */
export type PublicConfig = {
	/** the name of the product */
	appName: string;
	/** the address of the installation */
	origin: string;
	/** what the browser loads the payment provider's forms with */
	stripe: {
		/** Stripe's publishable key */
		publishableKey: string;
		/** the address of the sandbox's replacement for Stripe.js; null with Stripe itself */
		scriptUrl: string | null;
	};
	/** the plans, by their ids */
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
	/** how many days the buyers of a deleted share may still download */
	deletedShareKeepDays: number;
	/** Cloudflare Turnstile's site key; null where no challenge is used */
	turnstileSiteKey: string | null;
	/** example testimonials and numbers on the landing page */
	showTestimonials: boolean;
	/** what the operator has paused */
	paused: Switch[];
};

/** The header with a form's Turnstile token. */
export const CHALLENGE_HEADER = "x-challenge-token";
