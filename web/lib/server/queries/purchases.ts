import useSWR, { mutate } from "swr";
import type { MyPurchase } from "../../../../worker/contract/payments/payments.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const { "my-purchases": list, purchases, receipts, withdrawals } = client.api;
const receipt = receipts[":id"];

/** What this browser may open. */
export const useMyPurchases = () => useSWR(list.$path(), () => readJson(list.$get()));

/** Reads again what this browser may open. */
export const refreshMyPurchases = () => mutate(list.$path());

/** Shows these as what this browser may open. */
export const storeMyPurchases = (all: MyPurchase[]) =>
	mutate(list.$path(), all, { revalidate: false });

/** Sends a code to a buyer's address. Throws ApiFailure. */
export const findPurchases = (json: BodyOf<typeof purchases.find.$post>) =>
	purchases.find.$post({ json });

/** The purchases that such a code opens. Throws ApiFailure. */
export const verifyPurchases = (json: BodyOf<typeof purchases.verify.$post>) =>
	readJson(purchases.verify.$post({ json }));

/** The receipt of a purchase that this browser holds. `id` comes from the address. */
export function useReceipt(id: string) {
	const param = { id };
	return useSWR(receipt.$path({ param }), () => readJson(receipt.$get({ param })));
}

/** Opens the receipt of a mail's link, and its purchase in this browser. Throws ApiFailure. */
export async function redeemReceipt(json: BodyOf<typeof receipts.redeem.$post>) {
	return (await readJson(receipts.redeem.$post({ json }))).receipt;
}

/** Puts a buyer's name and address on a receipt. Throws ApiFailure. */
export async function setBuyerDetails(id: string, json: BodyOf<typeof receipt.buyer.$put>) {
	const param = { id };
	const changed = await readJson(receipt.buyer.$put({ param, json }));
	void mutate(receipt.$path({ param }), changed, { revalidate: false });
	return changed;
}

/** Withdraws from a purchase that this browser holds. Throws ApiFailure. */
export async function withdrawOwn(id: string, json: BodyOf<typeof receipt.withdrawal.$post>) {
	const param = { id };
	const withdrawal = await readJson(receipt.withdrawal.$post({ param, json }));
	void mutate(receipt.$path({ param }));
	void refreshMyPurchases();
	return withdrawal;
}

/** Withdraws from a purchase by its reference and address. Throws ApiFailure. */
export const withdrawByReference = (
	json: BodyOf<typeof withdrawals.$post>,
	headers: Record<string, string>,
) => readJson(withdrawals.$post({ json }, { headers }));

/** Sends a code to the address of a receipt that is open in many browsers. Throws ApiFailure. */
export const sendReceiptCode = (token: string) => receipts.code.$post({ json: { token } });
