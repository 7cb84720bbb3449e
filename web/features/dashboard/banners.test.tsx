import { expect, test, vi } from "vitest";
import type { PaymentStatus } from "../../../worker/payments/payouts/contract.ts";
import { NOTHING_SET_UP } from "../../test/payment-status.ts";
import { show } from "../../test/render.tsx";
import { Banners } from "./banners.tsx";

vi.mock("../../lib/session/session.tsx", () => ({
	useCreator: () => ({ emailVerified: true, suspended: false }),
}));
vi.mock("../../lib/server/queries/shares.ts", () => ({
	useEveryShare: () => ({ data: [{ pricing, price, currency, selling: true }] }),
}));

let pricing = "fixed";
let price = "9.00";
let currency = "kes";

const from = (proposedCountry: string, fields: Partial<PaymentStatus["cardPayouts"]> = {}) => ({
	cardPayouts: { ...NOTHING_SET_UP.cardPayouts, proposedCountry, ...fields },
});
const bannersWith = (status: Partial<PaymentStatus>) =>
	show(<Banners />, {
		responses: {
			"/api/payment-status": { ...NOTHING_SET_UP, ...status },
			"/api/payout-countries": { atOnce: ["US"], byTransfer: ["DE"], settlesIn: "usd" },
		},
	}).container;
const UNPAID = /Online sales can’t be paid out to Kenya/;

test.each<[string, Partial<PaymentStatus>, string, boolean]>([
	["in Kenya", from("KE"), "fixed", true],
	["in Kenya, with money that is held", from("KE", { balance: "5.00" }), "fixed", true],
	["in Kenya, with a link", { ...from("KE"), hasPaymentSetup: true }, "fixed", true],
	["in Kenya, without cards", { ...from("KE"), acceptsCards: false }, "fixed", false],
	["in Kenya, with an account elsewhere", from("KE", { connected: true }), "fixed", false],
	["in Kenya, with nothing that is paid", from("KE"), "free", false],
	["in Germany", from("DE"), "fixed", false],
])("a creator %s is told whether online sales reach them", (_, status, kind, isTold) => {
	pricing = kind;
	const container = bannersWith(status);
	expect(UNPAID.test(container.textContent ?? "")).toBe(isTold);
	if (isTold) expect(container.querySelectorAll("a")).toHaveLength(1);
});

const NO_LINKS = { directLinkHosts: [] };
test.each<[string, Partial<PaymentStatus>, [string, string], RegExp, string]>([
	["dollars", {}, ["usd", "9.00"], /Connect Stripe or Cash App/, "/payment-setup"],
	["euros", { currency: "eur" }, ["eur", "9.00"], /or add your payment link/, "/payment-setup"],
	[
		"euros without links",
		{ currency: "eur", ...NO_LINKS },
		["eur", "9.00"],
		/online\. Connect Stripe to get your money/,
		"/payment-setup",
	],
	["a few cents", {}, ["usd", "0.20"], /less .* paid directly/, "/payment-setup#direct"],
	[
		"a few cents without links",
		NO_LINKS,
		["usd", "0.20"],
		/less .* paid directly/,
		"/payment-setup#direct",
	],
	[
		"too few euros",
		{ currency: "eur" },
		["eur", "0.20"],
		/less .* paid directly/,
		"/payment-setup#direct",
	],
	[
		"no online payments",
		{ acceptsCards: false },
		["usd", "9.00"],
		/Turn on online payments/,
		"/payment-setup#stripe",
	],
])(
	"a creator with nothing set up, and a share for %s, is told what to add",
	(_, status, sold, told, to) => {
		pricing = "fixed";
		[currency, price] = sold;
		const container = bannersWith(status);
		expect(container.textContent).toMatch(told);
		expect(container.querySelector("a")?.getAttribute("href")).toBe(to);
	},
);

test("shows no banner to creators who can be paid directly", () => {
	pricing = "fixed";
	[currency, price] = ["usd", "0.20"];
	expect(bannersWith({ hasPaymentSetup: true }).textContent).toBe("");
});
