import { expect, test } from "vitest";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { SessionProvider } from "../../../lib/session/session.tsx";
import { NOTHING_SET_UP } from "../../../test/payment-status.ts";
import { show } from "../../../test/render.tsx";
import { PaymentSetupPage } from "./payment-setup-page.tsx";

const READY = { ...NOTHING_SET_UP.cardPayouts, connected: true, chargesEnabled: true };
const READY_FOR_BOTH: PaymentStatus = {
	...NOTHING_SET_UP,
	hasPaymentSetup: true,
	paymentMethod: "both",
	cashAppHandle: "$ada",
	cardPayouts: READY,
};

function showPage(status: PaymentStatus) {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	return show(
		<SessionProvider>
			<PaymentSetupPage />
		</SessionProvider>,
		{
			at: "/payment-setup",
			responses: {
				"/api/payment-status": status,
				"/api/user": { id: "ada", emailVerified: true },
			},
		},
	);
}

test.each<[string, Partial<PaymentStatus>, RegExp]>([
	["connected", {}, /goes straight to your Stripe account/],
	[
		"abroad",
		{ cardPayouts: { ...READY, isAbroad: true } },
		/transfer it to your Stripe account soon after each sale/,
	],
	["abroad in debt", { cardPayouts: { ...READY, isAbroad: true, balance: "-5.59" } }, /you owe/],
	["in debt", { cardPayouts: { ...READY, balance: "-5.59" } }, /you owe \$5\.59/],
	[
		"in another currency",
		{ currency: "eur", sharesKeepCurrency: true },
		/Cash App pays US dollars only; you price in euros\./,
	],
	[
		"in debt in yen",
		{ currency: "jpy", cardPayouts: { ...READY, balance: "-500.00" } },
		/you owe ¥500/,
	],
	["without cards", { acceptsCards: false }, /Online payments are off/],
])("a creator who is %s is told where card money goes", (_, status, about) => {
	const screen = showPage({ ...READY_FOR_BOTH, ...status });
	const isConnected = !status.cardPayouts && status.acceptsCards !== false;
	const text = screen.container.textContent ?? "";
	expect(text).toMatch(about);
	expect(/straight to your Stripe/.test(text)).toBe(isConnected);
	const taken = screen.getByRole<HTMLInputElement>("checkbox", { name: /Accept online payments/ });
	expect(taken.checked).toBe(status.acceptsCards ?? true);
});

test.each<[string, Partial<PaymentStatus>, boolean, RegExp]>([
	["nothing", {}, true, /we hold your money/],
	[
		"Stripe",
		{ hasPaymentSetup: true, cardPayouts: READY },
		true,
		/Connected.*Your money goes straight/,
	],
	["Cash App", { hasPaymentSetup: true, cashAppHandle: "$ada" }, false, /we hold your money/],
	[
		"Cash App without cards",
		{ cashAppHandle: "$ada", acceptsCards: false },
		false,
		/Online payments are off/,
	],
])("a creator who has set up %s sees what else there is", (_, status, isAsked, aboutCards) => {
	const screen = showPage({ ...NOTHING_SET_UP, ...status });
	screen.getByRole("region", { name: "Stripe" });
	screen.getByRole("region", { name: "Cash App" });
	expect(screen.queryByRole("textbox", { name: "Cash App handle" }) !== null).toBe(isAsked);
	expect(screen.queryByText("You’re ready to get paid") === null).toBe(isAsked);
	expect(screen.container.textContent).toMatch(aboutCards);
});

const BOTH = ["Cash App handle", "Payment link"];
test.each<[string, Partial<PaymentStatus>, string[], RegExp]>([
	["dollars", {}, BOTH, /straight to your Cash App/],
	["euros", { currency: "eur" }, BOTH, /directly, at a page of your own/],
	[
		"euros with a link",
		{ currency: "eur", directLink: "https://paypal.me/ada" },
		BOTH,
		/Buyers see https:\/\/paypal\.me\/ada when they pay directly/,
	],
	[
		"euros where the operator wants no links",
		{ currency: "eur", directLinkHosts: [] },
		["Cash App handle"],
		/Cash App pays US dollars only/,
	],
])("a creator who prices in %s", (_, status, fields, text) => {
	const screen = showPage({ ...NOTHING_SET_UP, ...status });
	expect(BOTH.filter((name) => screen.queryByRole("textbox", { name }))).toEqual(fields);
	expect(screen.container.textContent).toMatch(text);
});
