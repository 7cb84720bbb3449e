import useSWR, { useSWRConfig } from "swr";
import { answer, client } from "../../lib/client.ts";
import { polled } from "../../lib/swr.ts";

const SHARES = "/api/my-file-shares";
const FIGURES = "/api/dashboard";
const CLAIMS = "/api/direct-claims";

export const useShares = () =>
	useSWR(SHARES, () => answer(client.api["my-file-shares"].$get()), polled(30));
export const useFigures = () =>
	useSWR(FIGURES, () => answer(client.api.dashboard.$get()), polled(30));
export const useClaims = () =>
	useSWR(CLAIMS, () => answer(client.api["direct-claims"].$get()), polled(30));
export const usePaymentStatus = () =>
	useSWR("/api/payment-status", () => answer(client.api["payment-status"].$get()), polled(30));
export const useSubscription = () =>
	useSWR(
		"/api/subscription-status",
		() => answer(client.api["subscription-status"].$get()),
		polled(60),
	);
export const useOpenUploads = () =>
	useSWR("/api/uploads", () => answer(client.api.uploads.$get()), { dedupingInterval: 2_000 });

/** Fetches again what a sale, a claim or an edit has changed. */
export function useRefresh(): () => Promise<void> {
	const { mutate } = useSWRConfig();
	return async () => {
		await Promise.all([mutate(SHARES), mutate(FIGURES), mutate(CLAIMS)]);
	};
}
