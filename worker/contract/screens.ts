import { AUTHORIZE_PATH } from "../accounts/applications/contract/authorize-path.ts";
import { paths } from "./paths.ts";

/** A screen of the app, and what its document's policy allows. */
export type Screen = {
	/** `:shareId` stands for the slug */
	readonly path: string;
	/** may load Stripe.js */
	readonly takesPayments?: true;
	/** has a form with a challenge, so it may load Turnstile */
	readonly hasChallenge?: true;
	/** its address contains a secret, or it shows personal data: not cached, not indexed */
	readonly isPersonal?: true;
	/** the same for every visitor: rendered at build time, in a document of this name */
	readonly prerendered?: string;
	/** depends on the address's query, so only the address without one is prerendered */
	readonly readsQuery?: true;
	/** contains the registration form, so it isn't prerendered while that is paused */
	readonly registers?: true;
};

/**
 * Every screen that the Worker serves a document for; other addresses get 404. Shares' and creators' pages have
 * routes of their own, which render them.
 */
export const SCREENS: readonly Screen[] = [
	{ path: paths.home, prerendered: "landing" },
	{ path: paths.auth, hasChallenge: true, prerendered: "auth", readsQuery: true, registers: true },
	{ path: paths.resetPassword, isPersonal: true },
	{ path: paths.verifyEmail, isPersonal: true },
	{ path: paths.confirmAddress, isPersonal: true },
	{ path: paths.terms, prerendered: "terms" },
	{ path: paths.privacy, prerendered: "privacy" },
	{ path: paths.support, hasChallenge: true },
	{ path: paths.report, hasChallenge: true },
	{ path: paths.receipt, isPersonal: true },
	{ path: paths.purchases, isPersonal: true },
	{ path: paths.withdraw, hasChallenge: true, isPersonal: true },
	{ path: paths.claim, isPersonal: true },
	{ path: paths.dashboard, isPersonal: true },
	{ path: paths.edit(":shareId"), isPersonal: true },
	{ path: paths.sales(":shareId"), isPersonal: true },
	{ path: paths.choicesOf(":shareId"), hasChallenge: true, isPersonal: true },
	{ path: paths.allSales, isPersonal: true },
	{ path: paths.analytics, isPersonal: true },
	{ path: paths.discounts, isPersonal: true },
	{ path: paths.newBundle, isPersonal: true },
	{ path: paths.customers, isPersonal: true },
	{ path: paths.confirmCorrection, isPersonal: true },
	{ path: paths.upload },
	{ path: paths.settings, isPersonal: true },
	{ path: paths.settingsAccount, isPersonal: true },
	{ path: paths.settingsSecurity, isPersonal: true },
	{ path: paths.settingsPage, isPersonal: true },
	{ path: paths.settingsPrograms, isPersonal: true },
	{ path: paths.confirm, isPersonal: true },
	{ path: AUTHORIZE_PATH, isPersonal: true },
	{ path: paths.decisions, isPersonal: true },
	{ path: paths.paymentSetup },
	{ path: paths.subscribe, takesPayments: true },
	{ path: paths.payment(":shareId"), takesPayments: true, hasChallenge: true },
	{ path: paths.directPayment(":shareId"), takesPayments: true, hasChallenge: true },
];

const byPattern = SCREENS.map((screen) => ({
	screen,
	pattern: new RegExp(`^${screen.path.replace(":shareId", "[A-Za-z0-9_-]{1,64}")}$`),
}));

export function screenAt(path: string): Screen | undefined {
	return byPattern.find(({ pattern }) => pattern.test(path))?.screen;
}
