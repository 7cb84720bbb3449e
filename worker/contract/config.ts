import type { Plan, PlanId, StorageLimits } from "./accounts/plans.ts";
import type { Switch } from "./switches.ts";

/** The installation's configuration for the browser. */
export type PublicConfig = {
	appName: string;
	origin: string;
	stripe: {
		publishableKey: string;
		/** the address of the sandbox's replacement for Stripe.js; null with Stripe itself */
		scriptUrl: string | null;
	};
	plans: Record<PlanId, Plan>;
	/** bytes */
	storage: StorageLimits;
	processingFeeBorneBy: "creator" | "operator";
	/** how many days the buyers of a deleted share may still download */
	deletedShareKeepDays: number;
	/** Cloudflare Turnstile's; null where no challenge is used */
	turnstileSiteKey: string | null;
	/** example testimonials and numbers on the landing page */
	showTestimonials: boolean;
	/** what the operator has paused */
	paused: Switch[];
};

/** The header with a form's Turnstile token. */
export const CHALLENGE_HEADER = "x-challenge-token";
