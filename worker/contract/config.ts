import type { Plan, PlanId, StorageLimits } from "./plans.ts";

/** What the browser needs to know of this installation. */
export type PublicConfig = {
	appName: string;
	origin: string;
	stripe: {
		publishableKey: string;
		/** where the sandbox's stand-in for Stripe.js lies; null with Stripe itself */
		scriptUrl: string | null;
	};
	plans: Record<PlanId, Plan>;
	/** bytes */
	storage: StorageLimits;
	processingFeeBorneBy: "creator" | "operator";
	/** so many days the buyers of a deleted share may still download */
	deletedShareKeepDays: number;
	/** Cloudflare Turnstile's; null where nobody is asked whether they are a person */
	turnstileSiteKey: string | null;
	/** example testimonials and numbers on the landing page */
	showTestimonials: boolean;
};

/** The header that brings a form's Turnstile token. */
export const CHALLENGE_HEADER = "x-challenge-token";

/** Documents with a form that asks whether one is a person; only they may load Turnstile. */
export function isChallengeDocument(path: string): boolean {
	return path === "/auth" || path === "/support" || path.startsWith("/payment/direct/");
}
