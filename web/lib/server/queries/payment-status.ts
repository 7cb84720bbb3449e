import useSWR, { mutate } from "swr";
import type { WaysTaken } from "../../../../worker/catalogue/shares/contract/ways-to-pay.ts";
import { type Currency, DIRECT_CURRENCY } from "../../../../worker/contract/money.ts";
import { hostsFor } from "../../../../worker/payments/direct/contract/direct-way.ts";
import type {
	PaymentStatus,
	PayoutCountries,
} from "../../../../worker/payments/payouts/contract.ts";
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

export const usePaymentStatus = () =>
	useSWR(status.$path(), () => readJson(status.$get()), polled(30));

/** Cards until the status is known. */
export const takenWays = (status: PaymentStatus | undefined): WaysTaken => ({
	card: status?.acceptsCards ?? true,
	cashApp: typeof status?.cashAppHandle === "string",
	link: status?.directLink ?? null,
});

export const canAddDirect = ({ directLinkHosts }: PaymentStatus, currency: Currency): boolean =>
	currency === DIRECT_CURRENCY || hostsFor(directLinkHosts, currency).length > 0;

export async function setUpCashApp(json: BodyOf<typeof cashApp.$post>): Promise<void> {
	const changed = await readJson(cashApp.$post({ json }));
	void mutate(status.$path(), changed, { revalidate: false });
}

export async function setUpMethods(json: BodyOf<typeof methods.$post>): Promise<void> {
	const changed = await readJson(methods.$post({ json }));
	void mutate(status.$path(), changed, { revalidate: false });
}

/** Countries to which card earnings can be paid out; idle unless wanted. */
export const usePayoutCountries = (isWanted = true) =>
	useSWR(isWanted && countries.$path(), () => readJson(countries.$get()));

/** False until the countries are known. */
export const isUnpaid = (reached: PayoutCountries | undefined, country: string): boolean =>
	reached !== undefined && ![...reached.atOnce, ...reached.byTransfer].includes(country);

export const setUpCardPayouts = (json: BodyOf<typeof cardPayouts.$post>) =>
	readJson(cardPayouts.$post({ json }));

/** Sets the currency of all shares, then refetches everything that shows money. */
export async function changeCurrency(json: BodyOf<typeof currency.$post>): Promise<void> {
	const changed = await readJson(currency.$post({ json }));
	void mutate(status.$path(), changed, { revalidate: false });
	await refreshSession();
	void refreshAllButSession();
}

export const refreshPaymentStatus = () => mutate(status.$path());
