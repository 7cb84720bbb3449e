import { paths } from "../../lib/addresses/paths.ts";
import { answerBy } from "../../lib/buying/answer-by.ts";
import { announcePurchase, storedBuyerEmail } from "../../lib/buying/purchase-events.ts";
import { type Outcome, recordPayment } from "../../lib/buying/record-payment.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import type { PaymentReturn, Return } from "./payment-return.ts";

const TIMEOUT_MS = 90_000;
/** If nothing can be asked here: the browser that paid opens the files. */
const ELSEWHERE_MS = 15_000;

/** A program's checkout has its own price. */
function backToCheckout({ checkout }: Return): void {
	if (checkout) location.replace(`${paths.checkout(checkout)}?failed`);
}

function endOf(error: unknown, items: string | null): PaymentReturn {
	if (!(error instanceof ApiFailure)) throw error;
	if (error.code === "payment.not_succeeded") return { step: "failed", items };
	// The result is unknown, e.g. in another browser.
	return { step: "slow", answerBy: answerBy(error) };
}

/** Asks the server how the payment ended, until `left`. */
export function followReturn(
	back: Return,
	report: (next: (now: PaymentReturn) => PaymentReturn) => void,
	left: AbortSignal,
): void {
	if (left.aborted) return;
	if (back.status === "failed") {
		backToCheckout(back);
		return;
	}
	const end = (payment: PaymentReturn) => {
		if (!left.aborted) report(() => payment);
	};
	const ended = (outcome: Outcome) => {
		if (outcome.kind !== "paid") return end({ step: outcome.kind, text: outcome.text });
		// Also reaches this page, which then shows the files.
		announcePurchase();
		end({ step: "paid" });
		if (back.checkout) location.assign(paths.checkout(back.checkout));
	};
	const buyerEmail = storedBuyerEmail(back.intent);
	if (buyerEmail)
		recordPayment({ paymentIntentId: back.intent, buyerEmail }, () => undefined).then(
			ended,
			(error: unknown) => {
				const payment = endOf(error, back.items);
				end(payment);
				if (payment.step === "failed") backToCheckout(back);
			},
		);
	const elsewhere = !buyerEmail;
	const timer = setTimeout(
		() => report((now) => (now.step === "settling" ? { step: "slow", elsewhere } : now)),
		elsewhere ? ELSEWHERE_MS : TIMEOUT_MS,
	);
	left.addEventListener("abort", () => clearTimeout(timer));
}
