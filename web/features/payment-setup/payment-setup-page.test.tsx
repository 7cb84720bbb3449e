import { expect, test } from "vitest";
import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import { NOTHING_SET_UP } from "../../test/payment-status.ts";
import { show } from "../../test/render.tsx";
import { PaymentSetupPage } from "./payment-setup-page.tsx";

const STRIPE = { ...NOTHING_SET_UP.cardPayouts, connected: true, chargesEnabled: true };

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
		/take no online payments/,
	],
])("a creator who has set up %s", (_, status, isAsked, aboutCards) => {
	const screen = show(<PaymentSetupPage />, {
		at: "/payment-setup",
		responses: { "/api/payment-status": { ...NOTHING_SET_UP, ...status } },
	});
	expect(screen.queryByLabelText("Cash App handle") !== null).toBe(isAsked);
	expect(screen.container.textContent).toMatch(aboutCards);
});
