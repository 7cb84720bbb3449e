import { act } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiFailure } from "../../lib/server/failure.ts";
import { show } from "../../test/render.tsx";
import { CardForm } from "./card-form.tsx";

const { confirmPayment, form } = vi.hoisted(() => ({
	confirmPayment: vi.fn(),
	form: { isReady: true },
}));
vi.mock("@stripe/react-stripe-js", () => ({
	useElements: () => ({ submit: async () => ({}) }),
	useStripe: () => ({ confirmPayment }),
	PaymentElement({ onReady }: { onReady: () => void }) {
		useEffect(() => {
			if (form.isReady) onReady();
		}, [onReady]);
		return null;
	},
}));
afterEach(() => {
	form.isReady = true;
	confirmPayment.mockReset();
	sessionStorage.clear();
});

const record = vi.fn(async () => Response.json({ isPaid: true }));

async function pay(
	result: object,
	{ onAddress = async () => true, email = "buyer@example.test" } = {},
) {
	confirmPayment.mockResolvedValue(result);
	vi.stubGlobal("BroadcastChannel", undefined);
	vi.stubGlobal("fetch", record);
	const onPaid = vi.fn();
	const screen = show(
		<CardForm
			slug="slug"
			items={null}
			checkout={undefined}
			paymentIntentId="pi_1"
			price="9.00"
			currency="usd"
			email={{ current: email }}
			onAddress={onAddress}
			onPaid={onPaid}
		/>,
	);
	act(() => screen.getByRole("button").click());
	return { ...screen, onPaid };
}
const failed = (error: object) => ({ error: { message: "The provider's sentence", ...error } });

test.each(["succeeded", "processing", "requires_capture"])(
	"a payment that is %s already, since another tab paid, goes the way of success",
	async (status) => {
		const { onPaid } = await pay(
			failed({ type: "invalid_request_error", payment_intent: { status } }),
		);
		await vi.waitFor(() => expect(onPaid).toHaveBeenCalledWith("buyer@example.test"));
	},
);

test("leads a buyer who has paid already to the files", async () => {
	const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
	const onAddress = () => {
		throw new ApiFailure(409, { code: "payment.already_paid", message: "Paid" });
	};
	await pay(failed({}), { onAddress });
	await vi.waitFor(() => expect(assign.mock.calls.join()).toMatch(/\/share\/slug$/));
});

test.each([
	["card_error", "The provider's sentence"],
	["validation_error", "The provider's sentence"],
	["invalid_request_error", "An error occurred while processing your payment."],
	["api_error", "An error occurred while processing your payment."],
	["api_connection_error", "An error occurred while processing your payment."],
])("a payment that failed with %s says: %s", async (type, text) => {
	const { findByRole, onPaid } = await pay(failed({ type }));
	expect((await findByRole("alert")).textContent).toBe(`Payment Failed${text}`);
	expect(onPaid).not.toHaveBeenCalled();
});

test("says that the provider's form is still loading", async () => {
	form.isReady = false;
	const { findByRole } = await pay({});
	expect((await findByRole("alert")).textContent).toContain("Payment System Loading");
});

test("asks for a missing address", async () => {
	const { findByText } = await pay({}, { email: "" });
	await findByText("Email Required: Please enter your email address.");
	expect(confirmPayment).not.toHaveBeenCalled();
});

test("says that a payment ended in no known state", async () => {
	const { findByRole } = await pay({ paymentIntent: { status: "requires_payment_method" } });
	expect((await findByRole("alert")).textContent).toBe(
		"Payment Status UnknownPlease check your payment status or try again.",
	);
});

const PAID = { paymentIntent: { status: "succeeded" } };

test("says that the server can't record a payment yet, and goes on once it can", async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	record.mockResolvedValueOnce(
		Response.json({ code: "provider.unavailable", message: "Busy" }, { status: 503 }),
	);
	const { findByRole, onPaid } = await pay(PAID);
	expect((await findByRole("alert")).textContent).toContain("Payment Processing Error");
	await vi.advanceTimersByTimeAsync(2_000);
	expect(onPaid).toHaveBeenCalledOnce();
});

test("says that the server's response can't be read", async () => {
	record.mockResolvedValueOnce(new Response("<html>"));
	const { findByRole } = await pay(PAID);
	expect((await findByRole("alert")).textContent).toBe(
		"Payment ErrorAn unexpected error occurred. Please try again.",
	);
});

test("leaves waiting for a bank to the share page after a minute", async () => {
	const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
	vi.useFakeTimers({ shouldAdvanceTime: true });
	record.mockImplementation(async () =>
		Response.json({ code: "payment.processing", message: "" }, { status: 409 }),
	);
	const { findByText } = await pay({ paymentIntent: { status: "processing" } });
	await findByText("Your bank is still processing the payment.", { exact: false });
	await vi.advanceTimersByTimeAsync(60_000);
	expect(assign.mock.calls.join()).toMatch(
		/\/share\/slug\?payment_intent=pi_1&redirect_status=pending$/,
	);
});
