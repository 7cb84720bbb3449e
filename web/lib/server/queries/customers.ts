import useSWR, { mutate } from "swr";
import useSWRInfinite from "swr/infinite";
import type { CustomerPage } from "../../../../worker/customers/contract.ts";
import { type BodyOf, client, readJson } from "../client.ts";
import { polled } from "../swr.ts";

const { customers, "blocked-buyers": blocked, "address-corrections": changes } = client.api;
const customer = customers[":id"];
const purchase = client.api.purchases[":id"];

const pageQuery = (search: string, after?: string) => ({
	...(search && { search }),
	...(after && { after }),
});

export const useCustomers = (search: string) =>
	useSWRInfinite(
		(_index: number, previous: CustomerPage | null) =>
			previous && !previous.next
				? null
				: customers.$path({ query: pageQuery(search, previous?.next ?? undefined) }),
		(path: string) => {
			const after = new URLSearchParams(path.split("?")[1]).get("after") ?? undefined;
			return readJson(customers.$get({ query: pageQuery(search, after) }));
		},
		{ dedupingInterval: 0 },
	);

/** `id` is that of one of the customer's purchases, from the page's address. */
export function useCustomer(id: string) {
	const param = { id };
	return useSWR(customer.$path({ param }), () => readJson(customer.$get({ param })), polled(60));
}

export const refreshCustomer = (id: string) => mutate(customer.$path({ param: { id } }));

export const customersCsvLink = client.api["customers.csv"].$path();

export const useBlockedBuyers = () =>
	useSWR(blocked.$path(), () => readJson(blocked.$get()), polled(60));

export async function blockBuyer(email: string): Promise<void> {
	await blocked.$post({ json: { email } });
	await mutate(blocked.$path());
}

export async function unblockBuyer(email: string): Promise<void> {
	await blocked.$delete({ json: { email } });
	await mutate(blocked.$path());
}

export const resendReceipt = (id: string) => purchase.receipt.$post({ param: { id } });

export const revokePurchase = (id: string, json: BodyOf<typeof purchase.revoke.$post>) =>
	purchase.revoke.$post({ param: { id }, json });

export const restorePurchase = (id: string) => purchase.restore.$post({ param: { id } });

export const refundPurchase = (id: string) => purchase.refund.$post({ param: { id }, json: {} });

/** The buyer has to confirm the new address. */
export const changeAddress = (id: string, json: BodyOf<typeof purchase.address.$post>) =>
	purchase.address.$post({ param: { id }, json });

export const confirmCorrection = (token: string) =>
	readJson(changes.confirm.$post({ json: { token } }));
