import useSWR, { mutate } from "swr";
import type { MyPurchase } from "../../../../worker/customers/receipts/contract.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const { "my-purchases": list, purchases, receipts, withdrawals } = client.api;
const receipt = receipts[":id"];

export const useMyPurchases = () => useSWR(list.$path(), () => readJson(list.$get()));

export const refreshMyPurchases = () => mutate(list.$path());

export const storeMyPurchases = (all: MyPurchase[]) =>
	mutate(list.$path(), all, { revalidate: false });

export const findPurchases = (json: BodyOf<typeof purchases.find.$post>) =>
	purchases.find.$post({ json });

export const verifyPurchases = (json: BodyOf<typeof purchases.verify.$post>) =>
	readJson(purchases.verify.$post({ json }));

export function useReceipt(id: string) {
	const param = { id };
	return useSWR(receipt.$path({ param }), () => readJson(receipt.$get({ param })));
}

/** Null until the link's title and picture are known, and for links that open nothing. */
export function useReceiptSummary(token: string) {
	const { data } = useSWR([receipts.summary.$path(), token], () =>
		readJson(receipts.summary.$post({ json: { token } })),
	);
	return data ?? null;
}

export async function redeemReceipt(json: BodyOf<typeof receipts.redeem.$post>) {
	return (await readJson(receipts.redeem.$post({ json }))).receipt;
}

export async function setBuyerDetails(id: string, json: BodyOf<typeof receipt.buyer.$put>) {
	const param = { id };
	const changed = await readJson(receipt.buyer.$put({ param, json }));
	void mutate(receipt.$path({ param }), changed, { revalidate: false });
	return changed;
}

export async function withdrawOwn(id: string, json: BodyOf<typeof receipt.withdrawal.$post>) {
	const param = { id };
	const withdrawal = await readJson(receipt.withdrawal.$post({ param, json }));
	void mutate(receipt.$path({ param }));
	void refreshMyPurchases();
	return withdrawal;
}

export const withdrawByReference = (
	json: BodyOf<typeof withdrawals.$post>,
	headers: Record<string, string>,
) => readJson(withdrawals.$post({ json }, { headers }));

export const sendReceiptCode = (token: string) => receipts.code.$post({ json: { token } });
