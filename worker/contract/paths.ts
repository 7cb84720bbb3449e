/** Every address of the app. Ids are URL-safe, so none needs encoding. */
export const paths = {
	home: "/",
	auth: "/auth",
	signUp: "/auth?tab=sign-up",
	resetPassword: "/reset-password",
	verifyEmail: "/verify-email",
	confirmAddress: "/confirm-address",
	dashboard: "/dashboard",
	allSales: "/sales",
	analytics: "/analytics",
	upload: "/upload",
	/** the form for a new share, filled from a draft */
	draft: (id: string) => `/upload?draft=${id}`,
	/** the plan; other settings have addresses below it */
	settings: "/settings",
	settingsAccount: "/settings/account",
	settingsSecurity: "/settings/security",
	settingsPage: "/settings/page",
	settingsPrograms: "/settings/programs",
	confirm: "/confirm",
	operator: "/operator",
	decisions: "/decisions",
	report: "/report",
	reportOf: (slug: string) => `/report?share=${slug}`,
	paymentSetup: "/payment-setup",
	subscribe: "/subscribe",
	terms: "/terms",
	privacy: "/privacy",
	support: "/support",
	receipt: "/receipt",
	purchases: "/purchases",
	withdraw: "/withdraw",
	claim: "/claim",
	discounts: "/discounts",
	newBundle: "/bundles/new",
	customers: "/customers",
	customer: (id: string) => `/customers?customer=${id}`,
	confirmCorrection: "/confirm-correction",
	/** sign-in with a redirect afterwards */
	authFor: (next: string) => `/auth?next=${encodeURIComponent(next)}`,
	/** confirmation by second factor, with a redirect afterwards */
	confirmFor: (next: string) => `/confirm?redirect=${encodeURIComponent(next)}`,
	share: (slug: string) => `/share/${slug}`,
	creator: (handle: string) => `/c/${handle}`,
	/** a share's card that other sites show in a frame */
	embed: (slug: string) => `/embed/${slug}`,
	creatorFeed: (handle: string) => `/c/${handle}/feed.xml`,
	payment: (slug: string) => `/payment/${slug}`,
	directPayment: (slug: string) => `/payment/direct/${slug}`,
	/** where a program sends the buyer */
	checkout: (id: string) => `/checkout/${id}`,
	edit: (slug: string) => `/dashboard/edit/${slug}`,
	/** the sales of one share */
	sales: (slug: string) => `/dashboard/sales/${slug}`,
	/** what a share's clients have chosen */
	choicesOf: (slug: string) => `/dashboard/choices/${slug}`,
} as const;

/** Not in `paths`: only mails link to it, not the app. */
export const operatorCasePath = (id: string) => `${paths.operator}/cases/${id}`;
