import useSWR, { useSWRConfig } from "swr";
import { client, readJson } from "../../lib/client.ts";
import { polled } from "../../lib/swr.ts";

const SHARES = "/api/my-file-shares";
const METRICS = "/api/dashboard";
const CLAIMS = "/api/direct-claims";

export const useShares = () =>
	useSWR(SHARES, () => readJson(client.api["my-file-shares"].$get()), polled(30));
export const useMetrics = () =>
	useSWR(METRICS, () => readJson(client.api.dashboard.$get()), polled(30));
export const useClaims = () =>
	useSWR(CLAIMS, () => readJson(client.api["direct-claims"].$get()), polled(30));
export const usePaymentStatus = () =>
	useSWR("/api/payment-status", () => readJson(client.api["payment-status"].$get()), polled(30));
export const useSubscription = () =>
	useSWR(
		"/api/subscription-status",
		() => readJson(client.api["subscription-status"].$get()),
		polled(60),
	);
export const useOpenUploads = () =>
	useSWR("/api/uploads", () => readJson(client.api.uploads.$get()), { dedupingInterval: 2_000 });

/** Revalidates what a sale, a claim or an edit has changed. */
export function useRefresh(): () => Promise<void> {
	const { mutate } = useSWRConfig();
	return async () => {
		await Promise.all([mutate(SHARES), mutate(METRICS), mutate(CLAIMS)]);
	};
}
