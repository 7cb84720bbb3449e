import { useEffect, useState } from "react";
import { ApiFailure } from "../../lib/failure.ts";
import { announcePurchase, storedBuyerEmail } from "../../lib/purchase-events.ts";
import { type Outcome, recordPayment } from "../../lib/record-payment.ts";

/**
 * A payment that came back from the bank's own page: `settling` at first, `slow` when that takes
 * longer than a buyer should wait in front of the page.
 */
export type Settling =
	| { step: "none" | "settling" | "slow" | "failed" }
	/** `text` says why the money goes back */
	| { step: "refunded"; text: string };

const TIMEOUT_MS = 90_000;

type Return = { path: string; intent: string; status: string | null };

function readReturn(): Return | null {
	const query = new URLSearchParams(location.search);
	const intent = query.get("payment_intent");
	if (!intent) return null;
	const status = query.get("redirect_status");
	// The secret does not belong into the history or into a copied link.
	history.replaceState(history.state, "", location.pathname);
	return { path: location.pathname, intent, status };
}

let cachedReturn: Return | null = null;

/** The return to the share that is shown; kept beyond the address, which no longer tells of it. */
function currentReturn(): Return | null {
	cachedReturn = readReturn() ?? cachedReturn;
	return cachedReturn?.path === location.pathname ? cachedReturn : null;
}

function endOf(error: unknown): Settling {
	if (!(error instanceof ApiFailure)) throw error;
	// Everything else leaves open how the payment ends, e.g. in a browser that did not begin it.
	return { step: error.code === "payment.not_succeeded" ? "failed" : "slow" };
}

/**
 * Handles the return from a bank's page: tells the server (which asks the provider itself), and says
 * whether the share is about to open. The webhook settles it all the same when these calls are lost.
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
			// Told to this page as well, which then shows the files.
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
