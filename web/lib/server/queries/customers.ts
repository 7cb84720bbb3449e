import useSWR, { mutate } from "swr";
import useSWRInfinite from "swr/infinite";
import type { CustomerPage } from "../../../../worker/contract/customers/customers.ts";
import { type BodyOf, client, readJson } from "../client.ts";
import { polled } from "../swr.ts";

const { customers, "blocked-buyers": blocked, "address-corrections": changes } = client.api;
const customer = customers[":id"];
const purchase = client.api.purchases[":id"];

const pageQuery = (search: string, after?: string) => ({
	...(search && { search }),
	...(after && { after }),
});

/** The creator's customers whose address contains `search`, page by page. */
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

/** One customer, who is named by a purchase. `id` comes from the address. */
export function useCustomer(id: string) {
	const param = { id };
	return useSWR(customer.$path({ param }), () => readJson(customer.$get({ param })), polled(60));
}

/** Reads one customer again. */
export const refreshCustomer = (id: string) => mutate(customer.$path({ param: { id } }));

/** The link to all customers as CSV. */
export const customersCsvLink = client.api["customers.csv"].$path();

/** The addresses that are blocked. */
export const useBlockedBuyers = () =>
	useSWR(blocked.$path(), () => readJson(blocked.$get()), polled(60));

/** Accepts no more orders from an address. Throws ApiFailure. */
export async function blockBuyer(email: string): Promise<void> {
	await blocked.$post({ json: { email } });
	await mutate(blocked.$path());
}

/** Accepts orders from an address again. Throws ApiFailure. */
export async function unblockBuyer(email: string): Promise<void> {
	await blocked.$delete({ json: { email } });
	await mutate(blocked.$path());
}

/** Mails a purchase's receipt again. Throws ApiFailure. */
export const resendReceipt = (id: string) => purchase.receipt.$post({ param: { id } });

/** Ends the access to a purchase without a refund. Throws ApiFailure. */
export const revokePurchase = (id: string, json: BodyOf<typeof purchase.revoke.$post>) =>
	purchase.revoke.$post({ param: { id }, json });

/** Gives the access to a revoked purchase back. Throws ApiFailure. */
export const restorePurchase = (id: string) => purchase.restore.$post({ param: { id } });

/** Refunds a card sale in full. Throws ApiFailure. */
export const refundPurchase = (id: string) => purchase.refund.$post({ param: { id }, json: {} });

/** Asks a buyer to confirm another address. Throws ApiFailure. */
export const changeAddress = (id: string, json: BodyOf<typeof purchase.address.$post>) =>
	purchase.address.$post({ param: { id }, json });

/** Confirms an address by the link mailed there. Throws ApiFailure. */
export const confirmCorrection = (token: string) =>
	readJson(changes.confirm.$post({ json: { token } }));
