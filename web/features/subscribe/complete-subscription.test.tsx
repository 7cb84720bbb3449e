import { act } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { CompleteSubscription } from "./complete-subscription.tsx";

vi.mock("@stripe/react-stripe-js", () => ({
	useElements: () => ({}),
	useStripe: () => ({ confirmPayment: async () => ({ paymentIntent: { status: "succeeded" } }) }),
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

test("a payment of which the server learns nothing is called unknown in the end, not activated", async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
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
