import useSWR, { mutate } from "swr";
import type { WaysTaken } from "../../../../worker/contract/catalogue/ways-to-pay.ts";
import { type Currency, DIRECT_CURRENCY } from "../../../../worker/contract/money.ts";
import { hostsFor } from "../../../../worker/contract/payments/direct-way.ts";
import type {
	PaymentStatus,
	PayoutCountries,
} from "../../../../worker/contract/payments/payments.ts";
import { type BodyOf, client, readJson } from "../client.ts";
import { polled } from "../swr.ts";
import { refreshAllButSession, refreshSession } from "./session.ts";

const {
	"payment-status": status,
	"setup-cashapp": cashApp,
	"setup-card-payouts": cardPayouts,
	"payout-countries": countries,
	"setup-currency": currency,
	"setup-methods": methods,
} = client.api;

/** How buyers can pay the creator. */
export const usePaymentStatus = () =>
	useSWR(status.$path(), () => readJson(status.$get()), polled(30));

/** The ways of paying that a creator takes; cards until the status is known. */
export const takenWays = (status: PaymentStatus | undefined): WaysTaken => ({
	card: status?.acceptsCards ?? true,
	cashApp: typeof status?.cashAppHandle === "string",
	link: status?.directLink ?? null,
});

/** Whether a creator can be paid directly in a currency, once they have set that up. */
export const canAddDirect = ({ directLinkHosts }: PaymentStatus, currency: Currency): boolean =>
	currency === DIRECT_CURRENCY || hostsFor(directLinkHosts, currency).length > 0;

/** Sets the handle or the link for direct payments, how they are released, or whether cards are taken besides. Throws ApiFailure. */
export async function setUpCashApp(json: BodyOf<typeof cashApp.$post>): Promise<void> {
	const changed = await readJson(cashApp.$post({ json }));
	void mutate(status.$path(), changed, { revalidate: false });
}

/** Sets whether bank debits are taken. Throws ApiFailure. */
export async function setUpMethods(json: BodyOf<typeof methods.$post>): Promise<void> {
	const changed = await readJson(methods.$post({ json }));
	void mutate(status.$path(), changed, { revalidate: false });
}

/** Where creators can be paid what card sales earn; not asked for while nobody wants to know. */
export const usePayoutCountries = (isWanted = true) =>
	useSWR(isWanted && countries.$path(), () => readJson(countries.$get()));

/** Whether what card sales earn can't be paid out to a country; false until that is known. */
export const isUnpaid = (reached: PayoutCountries | undefined, country: string): boolean =>
	reached !== undefined && ![...reached.atOnce, ...reached.byTransfer].includes(country);

/** Begins or goes on with the provider's form for payouts; the response has its address. Throws ApiFailure. */
export const setUpCardPayouts = (json: BodyOf<typeof cardPayouts.$post>) =>
	readJson(cardPayouts.$post({ json }));

/** Changes what all shares are priced in, and reads again what shows money. Throws ApiFailure. */
export async function changeCurrency(json: BodyOf<typeof currency.$post>): Promise<void> {
	const changed = await readJson(currency.$post({ json }));
	void mutate(status.$path(), changed, { revalidate: false });
	await refreshSession();
	void refreshAllButSession();
}

/** Reads again how buyers can pay. */
export const refreshPaymentStatus = () => mutate(status.$path());
