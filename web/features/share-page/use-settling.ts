import { useEffect, useState } from "react";
import { call } from "../../lib/call.ts";
import { keptBuyerEmail } from "../../lib/purchase-news.ts";

/** A payment that came back from the bank's own page. */
export type Settling = "none" | "settling" | "failed";

const PATIENCE_MS = 90_000;

type Return = { intent: string; status: string | null };

function takeReturn(): Return | null {
	const query = new URLSearchParams(location.search);
	const intent = query.get("payment_intent");
	if (!intent) return null;
	const status = query.get("redirect_status");
	// The secret does not belong into the history or into a copied link.
	history.replaceState(history.state, "", location.pathname);
	return { intent, status };
}

let taken: Return | null | undefined;

/**
 * Handles the return from a bank's page: tells the server once (it asks the provider itself), and says
 * whether the share is about to open. The webhook settles it all the same when this call is lost.
 */
export function useSettling(): Settling {
	taken ??= takeReturn();
	const [settling, setSettling] = useState<Settling>(() => {
		if (!taken) return "none";
		return taken.status === "failed" ? "failed" : "settling";
	});
	useEffect(() => {
		if (!taken || settling !== "settling") return;
		const { intent } = taken;
		const buyerEmail = keptBuyerEmail(intent);
		if (buyerEmail)
			call("POST", "/api/payment-success", { paymentIntentId: intent, buyerEmail }).catch(
				() => undefined, // still processing: the page keeps asking for the share itself
			);
		const patience = setTimeout(() => setSettling("none"), PATIENCE_MS);
		return () => clearTimeout(patience);
	}, [settling]);
	return settling;
}
