import { expect, test, vi } from "vitest";
import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import { NOTHING_SET_UP } from "../../test/payment-status.ts";
import { show } from "../../test/render.tsx";
import { Banners } from "./banners.tsx";

vi.mock("../../lib/session/session.tsx", () => ({
	useCreator: () => ({ emailVerified: true, suspended: false }),
}));
vi.mock("../../lib/server/queries/shares.ts", () => ({
	useEveryShare: () => ({ data: [{ pricing, price: "9.00", currency: "kes", selling: true }] }),
}));

let pricing = "fixed";

const from = (proposedCountry: string, fields: Partial<PaymentStatus["cardPayouts"]> = {}) => ({
	cardPayouts: { ...NOTHING_SET_UP.cardPayouts, proposedCountry, ...fields },
});
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
	const { container } = show(<Banners>{null}</Banners>, {
		responses: {
			"/api/payment-status": { ...NOTHING_SET_UP, ...status },
			"/api/payout-countries": { atOnce: ["US"], byTransfer: ["DE"], settlesIn: "usd" },
		},
	});
	expect(UNPAID.test(container.textContent ?? "")).toBe(isTold);
	if (isTold) expect(container.querySelectorAll("a")).toHaveLength(1);
});
