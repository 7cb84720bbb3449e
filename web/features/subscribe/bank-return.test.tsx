import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { SubscriptionStatus } from "../../../worker/payments/subscriptions/contract.ts";
import { show } from "../../test/render.tsx";
import { BankReturn } from "./bank-return.tsx";

const UNPAID = { subscribed: false, needsPayment: true, status: "incomplete", endDate: null };
const ACTIVE = { subscribed: true, needsPayment: false, status: "active", endDate: null };

let current: SubscriptionStatus;

function returned(outcome: string) {
	vi.useFakeTimers();
	vi.stubGlobal("fetch", async () => Response.json(current));
	const secret = "payment_intent=pi_1&payment_intent_client_secret=s";
	history.replaceState(null, "", `/dashboard?${secret}&redirect_status=${outcome}`);
	const screen = show(<BankReturn />, { responses: { "/api/subscription-status": current } });
	return () => screen.getByRole("alert");
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test.each(["succeeded", "pending"])(
	"after %s Pro is shown once the server has it",
	async (outcome) => {
		current = UNPAID;
		const alert = returned(outcome);
		expect(alert().textContent).toMatch(/We’re switching on Pro/);
		expect(location.search, "the payment's secret leaves the address").toBe("");
		current = ACTIVE;
		await pass(2_500);
		expect(alert().textContent).toMatch(/^Subscription Activated!/);
	},
);

test("says that the bank refused a payment, and links to the form", async () => {
	current = UNPAID;
	const alert = returned("failed");
	expect(alert().textContent).toMatch(/^Payment Failed/);
	expect(alert().querySelector("a")?.getAttribute("href")).toBe("/subscribe");
	expect(location.search).toBe("");
	await pass(60_000);
	expect(alert().textContent).toMatch(/^Payment Failed/);
});

test("calls the payment's state unknown after forty seconds, and links to the form", async () => {
	current = UNPAID;
	const alert = returned("succeeded");
	await pass(39_000);
	expect(alert().textContent).toMatch(/^One moment/);
	await pass(1_500);
	expect(alert().textContent).toMatch(/^Payment Status Unknown/);
	expect(alert().querySelector("a")?.getAttribute("href")).toBe("/subscribe");
});
