import type { ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import type { PaymentReturn } from "./use-payment-return.ts";
import { mayDownload } from "./view.ts";

const UPLOADING_MS = 3_000;
const SETTLING_MS = 1_500;
const SLOW_MS = 10_000;

/** Returns ms; 0 if no change is expected. */
export function pollingIntervalMs(
	page: ShareResponse | undefined,
	paymentStep: PaymentReturn["step"],
): number {
	if (page && mayDownload(page)) return 0;
	if (paymentStep === "settling") return SETTLING_MS;
	if (paymentStep === "slow") return SLOW_MS;
	return page?.fileShare.status === "uploading" ? UPLOADING_MS : 0;
}
