import { expect, test, vi } from "vitest";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { NOTHING_SET_UP } from "../../../test/payment-status.ts";
import { show } from "../../../test/render.tsx";
import { Toaster } from "../../../ui/toaster.tsx";
import { StripeCard } from "./stripe-card.tsx";

vi.mock("../../../lib/session/session.tsx", () => ({
	useCreator: () => ({ emailVerified: true }),
}));

const STATUS: PaymentStatus = { ...NOTHING_SET_UP, hasPaymentSetup: true };

function server(...responses: { status: number; body: object }[]) {
	const sent: unknown[] = [];
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		sent.push(await new Request(input, init).json());
		const { status, body } = responses.shift() ?? { status: 500, body: {} };
		return Response.json(body, { status });
	});
	return sent;
}

const refused = (country: string) => ({
	status: 400,
	body: { code: "request.invalid", message: country, fields: { country } },
});

test("asks for the country before sending anything, and names one without payouts immediately", async () => {
	const sentence =
		"Stripe can't pay out to this country, so money from online payments can't reach you. Ask buyers to pay you directly, and turn off online payments.";
	const sent = server(refused(sentence));
	const { getByLabelText, getByRole, findByText, user } = show(<StripeCard status={STATUS} />);
	const button = getByRole("button", { name: "Connect Stripe" });
	await user.click(button);
	await findByText("Choose the country you live in.");
	expect(sent).toEqual([]);
	await user.selectOptions(getByLabelText("Your country"), "Cuba");
	await user.click(button);
	await findByText(/pay out to this country/);
	expect(sent).toEqual([{ country: "CU" }]);
});

test("asks for the country again only after the account was closed", async () => {
	const sentence = "Stripe has closed your account. Choose your country to connect a new one.";
	const sent = server(refused(sentence), refused("later"));
	const connected = { ...STATUS, cardPayouts: { ...STATUS.cardPayouts, connected: true } };
	const { getByLabelText, getByRole, queryByLabelText, findByText, user } = show(
		<StripeCard status={connected} />,
	);
	const button = getByRole("button", { name: "Continue with Stripe" });
	expect(queryByLabelText("Your country")).toBeNull();
	await user.click(button);
	await findByText(sentence);
	await user.selectOptions(getByLabelText("Your country"), "Germany");
	await user.click(button);
	await findByText("later");
	expect(sent).toEqual([{}, { country: "DE" }]);
});

test("proposes the visitor's country, and lets a wrong one be changed", async () => {
	const sent = server(refused("later"));
	const proposed = { ...STATUS.cardPayouts, proposedCountry: "DE" };
	const first = show(<StripeCard status={{ ...STATUS, cardPayouts: proposed }} />);
	expect(first.getByLabelText("Your country")).toHaveProperty("value", "DE");
	first.unmount();
	const connected = { ...STATUS, cardPayouts: { ...proposed, connected: true } };
	const { getByLabelText, getByRole, findByText, user } = show(<StripeCard status={connected} />);
	await user.click(getByRole("button", { name: "Change country" }));
	expect(getByLabelText("Your country")).toHaveProperty("value", "");
	await user.selectOptions(getByLabelText("Your country"), "France");
	await user.click(getByRole("button", { name: "Continue with Stripe" }));
	await findByText("later");
	expect(sent).toEqual([{ country: "FR" }]);
});

test.each([false, true])(
	"bank debits (taken: %s) are switched, and a refusal is said",
	async (acceptsDelayed) => {
		const status = { ...STATUS, acceptsDelayed };
		const switched = { status: 200, body: { ...STATUS, acceptsDelayed: !acceptsDelayed } };
		const away = { status: 503, body: { code: "service.unavailable", message: "Away" } };
		const sent = server(switched, away);
		const { getByRole, findByText, user } = show(
			<>
				<StripeCard status={status} />
				<Toaster label="Messages" />
			</>,
		);
		const taken = getByRole<HTMLInputElement>("checkbox", { name: /bank debits/ });
		expect(taken.checked).toBe(acceptsDelayed);
		await user.click(taken);
		await findByText("Saved");
		await user.click(taken);
		await findByText("Away");
		expect(sent).toEqual([
			{ acceptsDelayed: !acceptsDelayed },
			{ acceptsDelayed: !acceptsDelayed },
		]);
	},
);

test("offers no bank debits to creators who take no cards", () => {
	const { queryByRole } = show(<StripeCard status={{ ...STATUS, acceptsCards: false }} />);
	expect(queryByRole("checkbox", { name: /bank debits/ })).toBeNull();
});

test("says when the first payout comes, and that Stripe exchanges other currencies", () => {
	const { getByText, queryByText, unmount } = show(<StripeCard status={STATUS} />);
	getByText(/usually arrives 7–14 days after your first sale/);
	unmount();
	const cardPayouts = {
		...STATUS.cardPayouts,
		connected: true,
		chargesEnabled: true,
		settlesIn: "usd",
	};
	const euros = show(<StripeCard status={{ ...STATUS, currency: "eur", cardPayouts }} />);
	euros.getByText(/Stripe exchanges your money into US dollars at the rate on the day/);
	euros.unmount();
	show(<StripeCard status={{ ...STATUS, cardPayouts }} />);
	expect(queryByText(/exchanges/)).toBeNull();
});

test.each([
	["United States", "usd", /^Your money goes straight to your Stripe account/],
	["United States", "eur", /^Stripe exchanges your money into US dollars/],
	["Germany", "usd", /transfer it to your Stripe account soon after each sale/],
	["Cuba", "usd", /pay out to this country, so money from online payments can’t reach you/],
] as const)(
	"says how one is paid in %s as soon as it is chosen, with prices in %s",
	async (country, currency, words) => {
		const { getByLabelText, getByText, queryByText, user } = show(
			<StripeCard status={{ ...STATUS, currency }} />,
			{
				responses: {
					"/api/payout-countries": { atOnce: ["US"], byTransfer: ["DE"], settlesIn: "usd" },
				},
			},
		);
		const field = getByLabelText("Your country");
		expect(queryByText(words)).toBeNull();
		await user.selectOptions(field, country);
		const said = getByText(words);
		expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(said.id);
		expect(field.getAttribute("aria-invalid")).toBe(String(country === "Cuba"));
	},
);

test.each<[string, Partial<PaymentStatus>, string]>([
	["with a direct way", { cashAppHandle: "$ada" }, "Sell directly only"],
	["without one", {}, "Set up direct payments"],
])("who lives where nothing is paid out sells directly: %s", async (_, fields, name) => {
	const status = {
		...STATUS,
		...fields,
		cardPayouts: { ...STATUS.cardPayouts, proposedCountry: "KE" },
	};
	const sent = server({ status: 200, body: { ...status, acceptsCards: false } });
	const { getByRole, queryByRole, getByLabelText, findByText, user } = show(
		<>
			<StripeCard status={status} />
			<Toaster label="Messages" />
		</>,
		{
			responses: {
				"/api/payout-countries": { atOnce: ["US"], byTransfer: ["DE"], settlesIn: "usd" },
			},
		},
	);
	if (status.cashAppHandle === null)
		expect(getByRole("link", { name }).getAttribute("href")).toBe("#direct");
	else {
		await user.click(getByRole("button", { name }));
		await findByText("Saved");
		expect(sent).toEqual([{ acceptsCards: false }]);
	}
	await user.selectOptions(getByLabelText("Your country"), "Germany");
	expect(queryByRole("button", { name }) ?? queryByRole("link", { name })).toBeNull();
});
