import useSWR, { mutate, type SWRConfiguration } from "swr";
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

/** Gives a card sale of a share back, whole. Throws ApiFailure. */
export async function refundSale(slug: string, id: string): Promise<void> {
	await purchase.refund.$post({ param: { id } });
	void mutate((key) => Array.isArray(key) && key[0] === keyOf(slug));
	await refreshDashboard();
}

/** The links to all sales and to the ledger as CSV. */
export const salesCsvLink = client.api["sales.csv"].$path();
export const ledgerCsvLink = client.api["ledger.csv"].$path();

/** The link to the page that proves a sale to a bank. */
export const evidenceLink = (id: string) => purchase.evidence.$path({ param: { id } });
