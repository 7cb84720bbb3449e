import type { InferRequestType } from "hono/client";
import useSWR, { mutate, type SWRResponse } from "swr";
import { IDEMPOTENCY_KEY } from "../../../../worker/api/idempotency/contract.ts";
import type { Sale } from "../../../../worker/payments/sales/contract/sales.ts";
import { client, readJson } from "../../../lib/server/client.ts";
import { refreshDashboard } from "../../../lib/server/queries/shares.ts";
import { polled } from "../../../lib/server/swr.ts";

const { sales, "sales.csv": file } = client.api;
const purchase = client.api.purchases[":id"];
const LIST = sales.$path({ query: {} });

export type SalesSelection = InferRequestType<typeof file.$get>["query"];

type Sales = { items: Sale[]; hasMore: boolean };

/** Keeps showing the earlier sales while others load. */
export const useSales = (selection: SalesSelection, pages: number): SWRResponse<Sales> =>
	useSWR([LIST, selection, pages], () => readSales(selection, pages), {
		...polled(30),
		keepPreviousData: true,
	});

async function readSales(selection: SalesSelection, pages: number): Promise<Sales> {
	const items: Sale[] = [];
	for (let after: string | undefined, count = 1; ; count++) {
		const page = await readJson(sales.$get({ query: { ...selection, after } }));
		items.push(...page.sales);
		if (page.next === null || count >= pages) return { items, hasMore: page.next !== null };
		after = page.next;
	}
}

/** Refunds an amount, lines, or the rest of the sale; only once with the same `key`. */
export async function refundSale({
	id,
	part,
	key,
}: {
	id: string;
	part: InferRequestType<typeof purchase.refund.$post>["json"];
	key: string;
}): Promise<void> {
	const headers = { [IDEMPOTENCY_KEY]: key };
	await purchase.refund.$post({ param: { id }, json: part }, { headers });
	void mutate((key) => Array.isArray(key) && key[0] === LIST);
	await refreshDashboard();
}

export const salesCsvLink = (selection: SalesSelection) => file.$path({ query: selection });
export const ledgerCsvLink = client.api["ledger.csv"].$path();

export const evidenceLink = (id: string) => purchase.evidence.$path({ param: { id } });
