/** Every address of the app, in one place. Ids are URL-safe by contract, so none needs encoding. */
export const paths = {
	home: "/",
	auth: "/auth",
	signUp: "/auth?tab=sign-up",
	resetPassword: "/reset-password",
	verifyEmail: "/verify-email",
	dashboard: "/dashboard",
	upload: "/upload",
	settings: "/settings",
	paymentSetup: "/payment-setup",
	subscribe: "/subscribe",
	terms: "/terms",
	privacy: "/privacy",
	support: "/support",
	receipt: "/receipt",
	purchases: "/purchases",
	claim: "/claim",
	/** sign-in with a redirect afterwards */
	authFor: (next: string) => `/auth?next=${encodeURIComponent(next)}`,
	share: (slug: string) => `/share/${slug}`,
	payment: (slug: string) => `/payment/${slug}`,
	directPayment: (slug: string) => `/payment/direct/${slug}`,
	sales: (slug: string) => `/dashboard/sales/${slug}`,
} as const;

/**
 * Returns true for documents with a policy of their own: the payment pages (only they may load Stripe.js)
 * and the share page (a smaller bundle with its data inlined). They are entered by a full page load, so
 * link to them with a plain `<a href>` or `location.assign`.
 */
export function isOwnDocument(path: string): boolean {
	return /^\/(payment|share)\/|^\/subscribe(?:[?#/]|$)/.test(path);
}

/** Returns the full link for buyers. */
export function shareLink(slug: string): string {
	return `${location.origin}${paths.share(slug)}`;
}
