import useSWR, { mutate } from "swr";
import type { MyPurchase } from "../../../../worker/contract/payments/payments.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const { "my-purchases": list, purchases, receipts, withdrawals } = client.api;
const receipt = receipts[":id"];

/** The purchases that this browser may open. */
export const useMyPurchases = () => useSWR(list.$path(), () => readJson(list.$get()));

export const refreshMyPurchases = () => mutate(list.$path());

export const storeMyPurchases = (all: MyPurchase[]) =>
	mutate(list.$path(), all, { revalidate: false });

export const findPurchases = (json: BodyOf<typeof purchases.find.$post>) =>
	purchases.find.$post({ json });

/** The purchases that the mailed code opens. */
export const verifyPurchases = (json: BodyOf<typeof purchases.verify.$post>) =>
	readJson(purchases.verify.$post({ json }));

/** A receipt of this browser; `id` comes from the address. */
export function useReceipt(id: string) {
	const param = { id };
	return useSWR(receipt.$path({ param }), () => readJson(receipt.$get({ param })));
}

/** Opens the receipt of a mailed link, and its purchase in this browser. */
export async function redeemReceipt(json: BodyOf<typeof receipts.redeem.$post>) {
	return (await readJson(receipts.redeem.$post({ json }))).receipt;
}

export async function setBuyerDetails(id: string, json: BodyOf<typeof receipt.buyer.$put>) {
	const param = { id };
	const changed = await readJson(receipt.buyer.$put({ param, json }));
	void mutate(receipt.$path({ param }), changed, { revalidate: false });
	return changed;
}

/** For a purchase of this browser. */
export async function withdrawOwn(id: string, json: BodyOf<typeof receipt.withdrawal.$post>) {
	const param = { id };
	const withdrawal = await readJson(receipt.withdrawal.$post({ param, json }));
	void mutate(receipt.$path({ param }));
	void refreshMyPurchases();
	return withdrawal;
}

/** For a purchase identified by its reference and address. */
export const withdrawByReference = (
	json: BodyOf<typeof withdrawals.$post>,
	headers: Record<string, string>,
) => readJson(withdrawals.$post({ json }, { headers }));

/** For a receipt that is open in many browsers. */
export const sendReceiptCode = (token: string) => receipts.code.$post({ json: { token } });
