import { useEffect, useState } from "react";
import { ApiFailure } from "../../lib/failure.ts";
import { announcePurchase, storedBuyerEmail } from "../../lib/purchase-events.ts";
import { type Outcome, recordPayment } from "../../lib/record-payment.ts";

/**
 * A payment after the return from the bank's page: `settling` at first, `slow` when that takes longer
 * than a buyer should wait on the page.
 */
export type Settling =
	| { step: "none" | "settling" | "slow" | "failed" }
	/** `text` says why the payment is refunded */
	| { step: "refunded"; text: string };

const TIMEOUT_MS = 90_000;

type Return = { path: string; intent: string; status: string | null };

function readReturn(): Return | null {
	const query = new URLSearchParams(location.search);
	const intent = query.get("payment_intent");
	if (!intent) return null;
	const status = query.get("redirect_status");
	// The secret must not be in the history or in a copied link.
	history.replaceState(history.state, "", location.pathname);
	return { path: location.pathname, intent, status };
}

let cachedReturn: Return | null = null;

/** The return to this share; kept after the parameters are removed from the address. */
function currentReturn(): Return | null {
	cachedReturn = readReturn() ?? cachedReturn;
	return cachedReturn?.path === location.pathname ? cachedReturn : null;
}

function endOf(error: unknown): Settling {
	if (!(error instanceof ApiFailure)) throw error;
	// Any other error leaves the payment's result unknown, e.g. in a browser that did not begin it.
	return { step: error.code === "payment.not_succeeded" ? "failed" : "slow" };
}

/**
 * Handles the return from a bank's page: notifies the server (which reads the payment from the provider),
 * and returns whether the share is about to open. If these calls are lost, the webhook settles the
 * payment all the same.
 */
export function useSettling(): Settling {
	const [back] = useState(currentReturn);
	const [settling, setSettling] = useState<Settling>(() => {
		if (!back) return { step: "none" };
		return { step: back.status === "failed" ? "failed" : "settling" };
	});
	useEffect(() => {
		if (!back || back.status === "failed") return;
		let isShown = true;
		const report = (next: Settling) => {
			if (isShown) setSettling(next);
		};
		const ended = (outcome: Outcome) =>
			// Notifies this page as well, which then shows the files.
			outcome.kind === "paid"
				? announcePurchase()
				: report({ step: "refunded", text: outcome.text });
		const buyerEmail = storedBuyerEmail(back.intent);
		if (buyerEmail)
			recordPayment({ paymentIntentId: back.intent, buyerEmail }, () => undefined).then(
				ended,
				(error: unknown) => report(endOf(error)),
			);
		const timeoutMs = setTimeout(
			() => setSettling((now) => (now.step === "settling" ? { step: "slow" } : now)),
			TIMEOUT_MS,
		);
		return () => {
			isShown = false;
			clearTimeout(timeoutMs);
		};
	}, [back]);
	return settling;
}
