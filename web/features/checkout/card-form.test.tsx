import { act } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test, vi } from "vitest";
import { ApiFailure } from "../../lib/server/failure.ts";
import { show } from "../../test/render.tsx";
import { CardForm } from "./card-form.tsx";

const confirmPayment = vi.hoisted(() => vi.fn());
vi.mock("@stripe/react-stripe-js", () => ({
	useElements: () => ({ submit: async () => ({}) }),
	useStripe: () => ({ confirmPayment }),
	PaymentElement({ onReady }: { onReady: () => void }) {
		useEffect(onReady, [onReady]);
		return null;
	},
}));

async function pay(error: object, onAddress = async () => true) {
	confirmPayment.mockResolvedValue({ error: { message: "The provider's sentence", ...error } });
	vi.stubGlobal("BroadcastChannel", undefined);
	vi.stubGlobal("fetch", async () => Response.json({ isPaid: true }));
	const onPaid = vi.fn();
	const { getByRole, findByRole } = show(
		<CardForm
			slug="slug"
			items={null}
			checkout={undefined}
			paymentIntentId="pi_1"
			price="9.00"
			currency="usd"
			email={{ current: "buyer@example.test" }}
			onAddress={onAddress}
			onPaid={onPaid}
		/>,
	);
	act(() => getByRole("button").click());
	return { onPaid, findByRole };
}

test.each(["succeeded", "processing", "requires_capture"])(
	"a payment that is %s already, since another tab paid, goes the way of success",
	async (status) => {
		const { onPaid } = await pay({ type: "invalid_request_error", payment_intent: { status } });
		await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith("buyer@example.test"));
	},
);

test("leads a buyer who has paid already to the files", async () => {
	const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
	await pay({}, () => {
		throw new ApiFailure(409, { code: "payment.already_paid", message: "Paid" });
	});
	await vi.waitFor(() => expect(assign.mock.calls.join()).toMatch(/\/share\/slug$/));
});

test.each([
	["card_error", "The provider's sentence"],
	["validation_error", "The provider's sentence"],
	["invalid_request_error", "An error occurred while processing your payment."],
	["api_error", "An error occurred while processing your payment."],
	["api_connection_error", "An error occurred while processing your payment."],
])("a payment that failed with %s says: %s", async (type, text) => {
	const { findByRole, onPaid } = await pay({ type });
	expect((await findByRole("alert")).textContent).toBe(`Payment Failed${text}`);
	expect(onPaid).not.toHaveBeenCalled();
});
