import useSWR, { mutate, type SWRConfiguration } from "swr";
import { IDEMPOTENCY_KEY } from "../../../../worker/contract/api/idempotency.ts";
import { client } from "../client.ts";
import { readPages } from "../read-pages.ts";
import { polled } from "../swr.ts";
import { refreshDashboard } from "./shares.ts";

const salesOf = client.api["file-shares"][":shareId"].sales;
const purchase = client.api.purchases[":id"];
const keyOf = (slug: string) => salesOf.$path({ param: { shareId: slug }, query: {} });

/** The first pages of the sales of one share; what is shown stays while one more is read. */
export function useSales(slug: string, pages: number) {
	const options: SWRConfiguration = { ...polled(30), keepPreviousData: pages > 1 };
	return useSWR(
		[keyOf(slug), pages],
		() => readPages(pages, (query) => salesOf.$get({ param: { shareId: slug }, query })),
		options,
	);
}

/** Returns an amount of a card sale of a share, or all of it; once with the same `key`. Throws ApiFailure. */
export async function refundSale(
	slug: string,
	{ id, amount, key }: { id: string; amount?: string | undefined; key: string },
): Promise<void> {
	const headers = { [IDEMPOTENCY_KEY]: key };
	await purchase.refund.$post({ param: { id }, json: { amount } }, { headers });
	void mutate((key) => Array.isArray(key) && key[0] === keyOf(slug));
	await refreshDashboard();
}

/** The links to all sales and to the ledger as CSV. */
export const salesCsvLink = client.api["sales.csv"].$path();
export const ledgerCsvLink = client.api["ledger.csv"].$path();

/** The link to the page that proves a sale to a bank. */
export const evidenceLink = (id: string) => purchase.evidence.$path({ param: { id } });
