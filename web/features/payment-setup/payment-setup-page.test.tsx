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

test.each<[string, Partial<PaymentStatus>, string[], RegExp]>([
	["dollars", {}, ["Cash App handle", "Payment link"], /pay your Cash App directly/],
	["euros", { currency: "eur" }, ["Payment link"], /directly, at a page of your own/],
	[
		"euros with a link",
		{ currency: "eur", directLink: "https://paypal.me/ada" },
		[],
		/Buyers see https:\/\/paypal\.me\/ada when they pay directly/,
	],
	[
		"euros where the operator wants no links",
		{ currency: "eur", directLinkHosts: [] },
		["Cash App handle"],
		/Cash App pays US dollars only/,
	],
])("a creator who prices in %s", (_, status, fields, text) => {
	const screen = show(<PaymentSetupPage />, {
		at: "/payment-setup",
		responses: { "/api/payment-status": { ...NOTHING_SET_UP, ...status } },
	});
	const shown = ["Cash App handle", "Payment link"].filter((name) => screen.queryByLabelText(name));
	expect(shown).toEqual(fields);
	expect(screen.container.textContent).toMatch(text);
});
