import { expect, test, vi } from "vitest";
import type { User } from "../../../../worker/accounts/contract.ts";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { SessionProvider } from "../../../lib/session/session.tsx";
import { NOTHING_SET_UP } from "../../../test/payment-status.ts";
import { show } from "../../../test/render.tsx";
import { type Details, EMPTY_DETAILS } from "./details.ts";
import { DetailsForm } from "./details-form.tsx";

const STATUS: PaymentStatus = { ...NOTHING_SET_UP, hasPaymentSetup: true };

function showForm(
	status: Partial<PaymentStatus>,
	details: Partial<Details> = {},
	creator: Partial<User> = { displayName: "Ada" },
) {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = "signed_in=1";
	const { currency = "usd" } = status;
	return show(
		<SessionProvider>
			<DetailsForm
				details={{ ...EMPTY_DETAILS, ...details }}
				errors={{}}
				onChange={vi.fn()}
				files={[]}
			/>
		</SessionProvider>,
		{
			responses: {
				"/api/payment-status": { ...STATUS, ...status },
				"/api/user": { id: "ada", email: "ada.byron@example.test", currency, ...creator },
			},
		},
	);
}

test.each([
	["usd", "Price ($) *", "9.99", "decimal"],
	["eur", "Price (€) *", "9.99", "decimal"],
	["cad", "Price (CA$) *", "19.99", "decimal"],
	["jpy", "Price (¥) *", "2000", "numeric"],
	["kwd", "Price (KWD) *", "5.99", "decimal"],
] as const)("the field for a price in %s", (currency, label, example, inputMode) => {
	const field = showForm({ currency }).getByLabelText<HTMLInputElement>(label);
	expect([field.placeholder, field.inputMode]).toEqual([example, inputMode]);
});

const AT_LEAST = /online payments start at/;
test.each<[string, Partial<PaymentStatus>, string, RegExp | null]>([
	["for dollars", {}, "0.49", /start at \$0\.50, and you have no way to be paid directly/],
	[
		"for dollars with Cash App",
		{ cashAppHandle: "$ada" },
		"0.49",
		/only pay this price directly to you/,
	],
	["for yen", { currency: "jpy" }, "99", /start at ¥100, and you have no way to be paid directly/],
	[
		"for yen where the operator wants no links",
		{ currency: "jpy", directLinkHosts: [] },
		"99",
		/start at ¥100, and Cash App pays US dollars only/,
	],
	[
		"for yen with a link",
		{ currency: "jpy", directLink: "https://paypal.me/ada" },
		"99",
		/only pay this price directly to you/,
	],
	["for yen that cards can pay", { currency: "jpy" }, "100", null],
	[
		"for euros with Cash App",
		{ currency: "eur", cashAppHandle: "$ada" },
		"9.99",
		/Cash App pays US dollars only; you price in euros\./,
	],
	[
		"for euros without cards",
		{ currency: "eur", cashAppHandle: "$ada", acceptsCards: false },
		"9.99",
		/you take no online payments, and can’t be paid directly in this currency/,
	],
])("who can pay: %s", (_, status, price, hint) => {
	const { container } = showForm(status, { price });
	const text = container.textContent ?? "";
	if (hint) expect(text).toMatch(hint);
	else {
		expect(text).not.toMatch(AT_LEAST);
		expect(text).not.toMatch(/Cash App/);
	}
});

test("offers the currency of the creator's country until it is fixed", () => {
	const offered = showForm({ proposedCurrency: "eur" });
	expect(offered.container.textContent).toContain("Sell in euros instead? Change currency");
	const link = offered.getByRole("link", { name: "Change currency" });
	expect(link.getAttribute("href")).toBe("/payment-setup");
	offered.unmount();
	const none = [
		showForm({}),
		showForm({ proposedCurrency: "eur", sharesKeepCurrency: true }),
		showForm({ proposedCurrency: "eur" }, { pricing: "free" }),
	];
	for (const { container } of none) expect(container.textContent).not.toContain("instead");
});

test("proposes a name to a creator without one, and asks nobody else", () => {
	const unnamed = { displayName: null, firstName: null, lastName: null };
	const label = "Name that buyers see";
	const asked = showForm({}, {}, unnamed);
	expect(asked.getByLabelText<HTMLInputElement>(label).value).toBe("Ada Byron");
	asked.unmount();
	for (const name of [{ displayName: "Studio" }, { lastName: "Byron" }]) {
		const named = showForm({}, {}, { ...unnamed, ...name });
		expect(named.queryByLabelText(label)).toBeNull();
		named.unmount();
	}
	localStorage.setItem("name-asked:ada", "1");
	expect(showForm({}, {}, unnamed).queryByLabelText(label)).toBeNull();
});
