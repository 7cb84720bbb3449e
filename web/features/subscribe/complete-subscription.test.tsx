import { act } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { CompleteSubscription } from "./complete-subscription.tsx";

const confirmPayment = vi.hoisted(() => vi.fn());
vi.mock("@stripe/react-stripe-js", () => ({
	useElements: () => ({}),
	useStripe: () => ({ confirmPayment }),
	PaymentElement({ onReady }: { onReady: () => void }) {
		useEffect(onReady, [onReady]);
		return null;
	},
}));
vi.mock("../../shared/stripe-elements.tsx", () => ({
	StripeElements: ({ children }: { children: ReactNode }) => children,
}));

afterEach(() => {
	vi.useRealTimers();
});

test("calls a payment unknown that the server never learns of", async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	confirmPayment.mockResolvedValue({ paymentIntent: { status: "succeeded" } });
	const refresh = vi.fn(async () => undefined);
	const { getByRole, findByRole } = show(
		<CompleteSubscription clientSecret="pi_1_secret_1" due={null} refresh={refresh} />,
		{ responses: { "/api/config": {} } },
	);
	act(() => getByRole("button").click());
	expect((await findByRole("alert")).textContent).toMatch(/We’re switching on Pro/);
	await act(() => vi.advanceTimersByTimeAsync(60_000));
	expect(getByRole("alert").textContent).toMatch(/^Payment Status Unknown/);
});

test.each([
	[
		{ type: "invalid_request_error", payment_intent: { status: "succeeded" } },
		/We’re switching on Pro/,
	],
	[{ type: "invalid_request_error" }, /^Payment FailedAn error occurred while processing/],
	[{ type: "card_error" }, /^Payment FailedIn the buyer’s language/],
])("after the provider's error %o it says %s", async (error, said) => {
	const message = error.type === "card_error" ? "In the buyer’s language" : "For programmers";
	confirmPayment.mockResolvedValue({ error: { ...error, message } });
	const { getByRole, findByRole } = show(
		<CompleteSubscription
			clientSecret="pi_1_secret_1"
			due={null}
			refresh={async () => undefined}
		/>,
		{ responses: { "/api/config": {} } },
	);
	act(() => getByRole("button").click());
	expect((await findByRole("alert")).textContent).toMatch(said);
});
