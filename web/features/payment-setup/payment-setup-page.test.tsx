import { expect, test } from "vitest";
import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import { show } from "../../test/render.tsx";
import { PaymentSetupPage } from "./payment-setup-page.tsx";

const NONE: PaymentStatus = {
	hasPaymentSetup: false,
	paymentMethod: null,
	cashAppHandle: null,
	acceptsCards: true,
	acceptsDelayed: false,
	currency: "usd",
	currencyFixed: false,
	proposedCurrency: "usd",
	cardPayouts: {
		connected: false,
		chargesEnabled: false,
		isAbroad: false,
		settlesIn: null,
		proposedCountry: null,
		balance: "0.00",
	},
	releaseOnConfirmation: false,
};
const STRIPE = {
	connected: true,
	chargesEnabled: true,
	isAbroad: false,
	settlesIn: null,
	proposedCountry: null,
	balance: "0.00",
};

test.each<[string, Partial<PaymentStatus>, boolean, RegExp]>([
	["nothing", {}, true, /we keep that money until you connect Stripe/],
	[
		"Stripe",
		{ hasPaymentSetup: true, cardPayouts: STRIPE },
		true,
		/your Stripe account is connected/,
	],
	["Cash App", { hasPaymentSetup: true, cashAppHandle: "$ada" }, false, /we keep that money/],
	[
		"Cash App without cards",
		{ cashAppHandle: "$ada", acceptsCards: false },
		false,
		/take no cards/,
	],
])("a creator who has set up %s", (_, status, isAsked, aboutCards) => {
	const screen = show(<PaymentSetupPage />, {
		at: "/payment-setup",
		responses: { "/api/payment-status": { ...NONE, ...status } },
	});
	expect(screen.queryByLabelText("Cash App handle") !== null).toBe(isAsked);
	expect(screen.container.textContent).toMatch(aboutCards);
});
