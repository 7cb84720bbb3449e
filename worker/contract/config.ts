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
	/** example testimonials and figures on the landing page */
	showSamples: boolean;
};
