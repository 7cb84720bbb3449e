import { describeRoutes, json } from "../../route.docs.ts";
import type { CreateSubscriptionResponse, SubscriptionStatus } from "./contract.ts";

export const subscriptionDocs = describeRoutes("Payouts and plan", {
	"GET /api/subscription-status": {
		who: "creators",
		trips: { replica: 1, primary: 4, provider: 1 },
		summary: "Read the Pro subscription",
		description: "Whether Pro is in force, and until when.",
		ok: { 200: json<SubscriptionStatus>() },
	},
	"POST /api/create-subscription": {
		who: "creators",
		trips: { primary: 6, provider: 4 },
		summary: "Subscribe to Pro",
		description:
			"Returns the client secret by which the browser confirms the first payment, or that of a renewal that failed.",
		ok: { 200: json<CreateSubscriptionResponse>() },
		errors: ["provider.unavailable", "provider.refused"],
	},
	"POST /api/cancel-subscription": {
		who: "creators",
		trips: { primary: 5, provider: 4 },
		summary: "Cancel Pro at the end of the period",
		description: "Pro stays in force until the paid period ends.",
		ok: { 200: json<SubscriptionStatus>() },
		errors: ["provider.unavailable", "provider.refused", "subscription.none"],
	},
	"POST /api/resume-subscription": {
		who: "creators",
		trips: { primary: 5, provider: 2 },
		summary: "Revoke the cancellation of Pro",
		description: "Before the paid period has ended.",
		ok: { 200: json<SubscriptionStatus>() },
		errors: ["provider.unavailable", "provider.refused", "subscription.none"],
	},
});
