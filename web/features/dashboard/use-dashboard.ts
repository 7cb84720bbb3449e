import useSWR, { useSWRConfig } from "swr";
import type { DashboardFigures } from "../../../worker/contract/dashboard.ts";
import type { DirectClaim, PaymentStatus } from "../../../worker/contract/payments.ts";
import type { MyShare } from "../../../worker/contract/shares.ts";
import type { SubscriptionStatus } from "../../../worker/contract/subscriptions.ts";
import type { OpenUpload } from "../../../worker/contract/uploads.ts";
import { polled } from "../../lib/swr.ts";

const SHARES = "/api/my-file-shares";
const FIGURES = "/api/dashboard";
const CLAIMS = "/api/direct-claims";

export const useShares = () => useSWR<MyShare[]>(SHARES, polled(30));
export const useFigures = () => useSWR<DashboardFigures>(FIGURES, polled(30));
export const useClaims = () => useSWR<DirectClaim[]>(CLAIMS, polled(30));
export const usePaymentStatus = () => useSWR<PaymentStatus>("/api/payment-status", polled(30));
export const useSubscription = () =>
	useSWR<SubscriptionStatus>("/api/subscription-status", polled(60));
export const useOpenUploads = () =>
	useSWR<OpenUpload[]>("/api/uploads", { dedupingInterval: 2_000 });

/** Fetches again what a sale, a claim or an edit has changed. */
export function useRefresh(): () => Promise<void> {
	const { mutate } = useSWRConfig();
	return async () => {
		await Promise.all([mutate(SHARES), mutate(FIGURES), mutate(CLAIMS)]);
	};
}
