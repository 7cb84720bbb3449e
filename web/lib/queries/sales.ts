import useSWR, { mutate } from "swr";
import { client, readJson } from "../client.ts";
import { polled } from "../swr.ts";
import { refreshDashboard } from "./shares.ts";

const salesOf = client.api["file-shares"][":shareId"].sales;
const purchase = client.api.purchases[":id"];
const keyOf = (slug: string) => salesOf.$path({ param: { shareId: slug } });

/** The sales of one share. */
export const useSales = (slug: string) =>
	useSWR(keyOf(slug), () => readJson(salesOf.$get({ param: { shareId: slug } })), polled(30));

/** Gives a card sale of a share back, whole. Throws ApiFailure. */
export async function refundSale(slug: string, id: string): Promise<void> {
	await purchase.refund.$post({ param: { id } });
	void mutate(keyOf(slug));
	await refreshDashboard();
}

/** The links to all sales and to the ledger as CSV. */
export const salesCsvLink = client.api["sales.csv"].$path();
export const ledgerCsvLink = client.api["ledger.csv"].$path();

/** The link to the page that proves a sale to a bank. */
export const evidenceLink = (id: string) => purchase.evidence.$path({ param: { id } });
