import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";
import { polled } from "../swr.ts";

const {
	"payment-status": status,
	"setup-cashapp": cashApp,
	"setup-card-payouts": cardPayouts,
} = client.api;

/** How buyers can pay the creator. */
export const usePaymentStatus = () =>
	useSWR(status.$path(), () => readJson(status.$get()), polled(30));

/** Sets the handle for direct payments, or how they are released. Throws ApiFailure. */
export async function setUpCashApp(json: BodyOf<typeof cashApp.$post>): Promise<void> {
	const changed = await readJson(cashApp.$post({ json }));
	void mutate(status.$path(), changed, { revalidate: false });
}

/** Begins or goes on with the provider's form for payouts; the response has its address. Throws ApiFailure. */
export const setUpCardPayouts = () => readJson(cardPayouts.$post());
