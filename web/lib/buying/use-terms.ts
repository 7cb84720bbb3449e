import { useState } from "react";
import { centsOf } from "../../../worker/contract/fields.ts";

/** What a buyer asks to pay: with a discount code, and an amount where the buyer chooses. */
export type Terms = {
	code: string | null;
	/** decimal string */
	amount: string | null;
};

/**
 * An address with the terms in its query. A checkout that the card of a share has opened on another site stays
 * one, so that it can tell that it is paid (`announcePaid`).
 */
export function withTerms(path: string, { code, amount }: Terms): string {
	const isOpened = new URLSearchParams(location.search).has("opener");
	const query = new URLSearchParams({
		...(code && { code }),
		...(amount && { amount }),
		...(isOpened && { opener: "1" }),
	});
	return query.size > 0 ? `${path}?${query}` : path;
}

function termsIn(search: string): Terms {
	const query = new URLSearchParams(search);
	const amount = query.get("amount");
	return {
		code: query.get("code")?.trim().toUpperCase() || null,
		amount: amount !== null && centsOf(amount) !== null ? amount : null,
	};
}

/** The terms in the page's address, which follows them, so that a reload keeps them. */
export function useTerms(): [Terms, (change: Partial<Terms>) => void] {
	const [terms, setTerms] = useState(() => termsIn(location.search));
	return [
		terms,
		(change) => {
			const next = { ...terms, ...change };
			history.replaceState(history.state, "", withTerms(location.pathname, next));
			setTerms(next);
		},
	];
}
