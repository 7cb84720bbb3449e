import { useState } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { paths } from "../addresses/paths.ts";
import { itemsIn } from "./basket.ts";

export type Terms = {
	code: string | null;
	/** decimal string */
	amount: string | null;
	checkout: string | null;
	/** the code of single files (`itemsWord`); null for the whole share */
	items: string | null;
};

export const givenTerms = (
	{ code, amount, checkout, items }: Terms,
	files: readonly ShareFile[],
) => ({
	code: code ?? undefined,
	amount: amount ?? undefined,
	checkout: checkout ?? undefined,
	items: itemsIn(files, items),
});

/** The files, or wherever the checkout's program wants the buyer. */
export const afterPaying = (slug: string, { checkout }: Pick<Terms, "checkout">) =>
	checkout === null ? paths.share(slug) : paths.checkout(checkout);

/** Keeps the mark of a checkout opened by an embedded card, which `announcePaid` notifies. */
export function withTerms(path: string, { code, amount, checkout, items }: Terms): string {
	const isOpened = new URLSearchParams(location.search).has("opener");
	const query = new URLSearchParams({
		...(code && { code }),
		...(amount && { amount }),
		...(checkout && { checkout }),
		...(items && { items }),
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
		checkout: query.get("checkout") || null,
		items: query.get("items") || null,
	};
}

/** Stored in the page's address, to survive a reload. */
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
