import useSWR, { mutate, type SWRConfiguration } from "swr";
import { IDEMPOTENCY_KEY } from "../../../../worker/contract/api/idempotency.ts";
import { client } from "../client.ts";
import { readPages } from "../read-pages.ts";
import { polled } from "../swr.ts";
import { refreshDashboard } from "./shares.ts";

const salesOf = client.api["file-shares"][":shareId"].sales;
const purchase = client.api.purchases[":id"];
const keyOf = (slug: string) => salesOf.$path({ param: { shareId: slug }, query: {} });

export function useSales(slug: string, pages: number) {
	const options: SWRConfiguration = { ...polled(30), keepPreviousData: pages > 1 };
	return useSWR(
		[keyOf(slug), pages],
		() => readPages(pages, (query) => salesOf.$get({ param: { shareId: slug }, query })),
		options,
	);
}

/** Refunds an amount, or the rest of the sale; only once with the same `key`. */
export async function refundSale(
	slug: string,
	{ id, amount, key }: { id: string; amount?: string | undefined; key: string },
): Promise<void> {
	const headers = { [IDEMPOTENCY_KEY]: key };
	await purchase.refund.$post({ param: { id }, json: { amount } }, { headers });
	void mutate((key) => Array.isArray(key) && key[0] === keyOf(slug));
	await refreshDashboard();
}

export const salesCsvLink = client.api["sales.csv"].$path();
export const ledgerCsvLink = client.api["ledger.csv"].$path();

export const evidenceLink = (id: string) => purchase.evidence.$path({ param: { id } });
