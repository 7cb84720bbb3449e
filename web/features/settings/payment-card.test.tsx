import { expect, test } from "vitest";
import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import { SessionProvider } from "../../lib/session/session.tsx";
import { NOTHING_SET_UP } from "../../test/payment-status.ts";
import { show } from "../../test/render.tsx";
import { PaymentCard } from "./payment-card.tsx";

const READY = { ...NOTHING_SET_UP.cardPayouts, connected: true, chargesEnabled: true };
const STATUS: PaymentStatus = {
	...NOTHING_SET_UP,
	hasPaymentSetup: true,
	paymentMethod: "both",
	cashAppHandle: "$ada",
	cardPayouts: READY,
};

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
	["without cards", { acceptsCards: false }, /take no online payments/],
])("a creator who is %s is told where card money goes", (_, status, about) => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	const screen = show(
		<SessionProvider>
			<PaymentCard />
		</SessionProvider>,
		{
			responses: {
				"/api/payment-status": { ...STATUS, ...status },
				"/api/user": { id: "ada", emailVerified: true },
			},
		},
	);
	const isConnected = !status.cardPayouts && status.acceptsCards !== false;
	const text = screen.container.textContent ?? "";
	expect(text).toMatch(about);
	expect(/straight to your Stripe/.test(text)).toBe(isConnected);
	const taken = screen.getByRole<HTMLInputElement>("checkbox", {
		name: /Take online payments as well/,
	});
	expect(taken.checked).toBe(status.acceptsCards ?? true);
});
