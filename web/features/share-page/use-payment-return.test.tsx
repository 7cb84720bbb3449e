import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { storedBuyerEmail } from "../../lib/buying/purchase-events.ts";
import { recordPayment } from "../../lib/buying/record-payment.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { show } from "../../test/render.tsx";
import { usePaymentReturn } from "./use-payment-return.ts";

vi.mock("../../lib/buying/record-payment.ts", async (load) => ({
	...(await load<object>()),
	recordPayment: vi.fn(),
}));
vi.mock("../../lib/buying/purchase-events.ts", { spy: true });

function Notice({ query }: { query: string }) {
	const payment = usePaymentReturn(new URLSearchParams(query));
	const isElsewhere = payment.step === "slow" && payment.elsewhere;
	const step = isElsewhere ? "elsewhere" : payment.step;
	return <output>{payment.step === "refunded" ? payment.text : step}</output>;
}

const RETURNED = "payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded";
const shown = (query: string) => {
	const { getByRole } = show(<Notice query={query} />);
	return () => getByRole("status").textContent;
};

beforeEach(() => {
	vi.mocked(storedBuyerEmail).mockReset().mockReturnValue("ines@example.test");
	vi.mocked(recordPayment)
		.mockReset()
		.mockReturnValue(new Promise(() => undefined));
	history.replaceState(null, "", `/share/slug?${RETURNED}`);
});

test("settles nothing without a return from a bank", () => {
	expect(shown("")()).toBe("none");
	expect(recordPayment).not.toHaveBeenCalled();
	expect(location.search).not.toBe("");
});

test("notifies the server of a return, and removes the secret from the address", async () => {
	expect(shown(RETURNED)()).toBe("settling");
	expect(location.search).toBe("");
	await vi.waitFor(() => expect(recordPayment).toHaveBeenCalledOnce());
	expect(vi.mocked(recordPayment).mock.calls[0]?.[0]).toEqual({
		paymentIntentId: "pi_1",
		buyerEmail: "ines@example.test",
	});
});

test("doesn't record a payment that failed at the bank", async () => {
	expect(shown("payment_intent=pi_1&redirect_status=failed")()).toBe("failed");
	expect(location.search).toBe("");
	expect(recordPayment).not.toHaveBeenCalled();
});

test("says after ninety seconds that it takes longer", async () => {
	vi.useFakeTimers();
	const text = shown(RETURNED);
	await vi.waitFor(() => expect(recordPayment).toHaveBeenCalled());
	act(() => vi.advanceTimersByTime(89_000));
	expect(text()).toBe("settling");
	act(() => vi.advanceTimersByTime(1_000));
	expect(text()).toBe("slow");
});

test("says why a payment is refunded", async () => {
	vi.mocked(recordPayment).mockResolvedValue({ kind: "refunded", text: "Sold out" } as never);
	const text = shown(RETURNED);
	await vi.waitFor(() => expect(text()).toBe("Sold out"));
});

test.each([
	["payment.not_succeeded", "failed"],
	["payment.required", "slow"],
] as const)("shows the refusal %s as %s", async (code, step) => {
	vi.mocked(recordPayment).mockRejectedValue(new ApiFailure(400, { code, message: "No" }));
	const text = shown(RETURNED);
	await vi.waitFor(() => expect(text()).toBe(step));
});

test("doesn't wait on the page for a bank that takes days", async () => {
	const details = { answerBy: "2026-12-16T09:00:00.000Z" };
	vi.mocked(recordPayment).mockRejectedValue(
		new ApiFailure(409, { code: "payment.processing", message: "Wait", details }),
	);
	const text = shown(RETURNED);
	await vi.waitFor(() => expect(text()).toBe("slow"));
});

test("waits briefly in a browser that didn't pay, then says where to look", async () => {
	vi.mocked(storedBuyerEmail).mockReturnValue(null);
	vi.useFakeTimers();
	const text = shown(RETURNED);
	expect(text()).toBe("settling");
	await vi.waitFor(() => expect(storedBuyerEmail).toHaveBeenCalled());
	act(() => vi.advanceTimersByTime(15_000));
	expect(text()).toBe("elsewhere");
	expect(recordPayment).not.toHaveBeenCalled();
});
