import { expect, test } from "vitest";
import type { PaymentStatus } from "../../../worker/payments/payouts/contract.ts";
import { SessionProvider } from "../../lib/session/session.tsx";
import { NOTHING_SET_UP } from "../../test/payment-status.ts";
import { show } from "../../test/render.tsx";
import { Obstacle } from "./share-row.tsx";

const CARDS = {
	cardPayouts: { ...NOTHING_SET_UP.cardPayouts, connected: true, chargesEnabled: true },
};
const LINK = { directLink: "https://wise.com/pay/me/ada" };

test.each<[string, "usd" | "eur", string, Partial<PaymentStatus>, RegExp | null]>([
	["dollars, too little", "usd", "0.20", CARDS, /start at \$0.50. Add a way to be paid directly/],
	[
		"dollars, cards refused",
		"usd",
		"9.00",
		{ acceptsCards: false },
		/payments are off.*Add a way to be paid directly/,
	],
	["euros, too little", "eur", "0.20", CARDS, /start at €0.50. Add a way to be paid directly/],
	[
		"euros, too little, and no links allowed",
		"eur",
		"0.20",
		{ ...CARDS, directLinkHosts: [] },
		/start at €0.50. Raise the price/,
	],
	[
		"euros, cards refused",
		"eur",
		"9.00",
		{ acceptsCards: false },
		/payments are off.*Add a way to be paid directly/,
	],
	[
		"euros, cards refused, and no links allowed",
		"eur",
		"9.00",
		{ acceptsCards: false, directLinkHosts: [] },
		/payments are off.*Turn them on/,
	],
	["euros, with a link", "eur", "0.20", { ...CARDS, ...LINK }, null],
	["euros, enough for cards", "eur", "9.00", CARDS, null],
])("what is in the way of a sale is said: %s", (_, currency, price, status, text) => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	const { container } = show(
		<SessionProvider>
			<Obstacle share={{ pricing: "fixed", price, currency }} />
		</SessionProvider>,
		{
			responses: {
				"/api/payment-status": { ...NOTHING_SET_UP, ...status },
				"/api/user": { id: "ada", emailVerified: true },
			},
		},
	);
	if (text) expect(container.textContent).toMatch(text);
	else expect(container.textContent).toBe("");
});
