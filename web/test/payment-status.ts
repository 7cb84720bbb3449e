import type { PaymentStatus } from "../../worker/payments/payouts/contract.ts";

export const NOTHING_SET_UP: PaymentStatus = {
	hasPaymentSetup: false,
	paymentMethod: null,
	cashAppHandle: null,
	directLink: null,
	directLinkHosts: ["paypal.me", "revolut.me", "wise.com"],
	acceptsCards: true,
	acceptsDelayed: false,
	currency: "usd",
	sharesKeepCurrency: false,
	proposedCurrency: "usd",
	cardPayouts: {
		connected: false,
		chargesEnabled: false,
		isAbroad: false,
		settlesIn: null,
		proposedCountry: null,
		balance: "0.00",
		otherBalances: [],
	},
	releaseOnConfirmation: false,
};
