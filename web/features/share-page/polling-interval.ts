import type { ShareResponse } from "../../../worker/contract/shares.ts";
import type { Settling } from "./use-settling.ts";
import { mayDownload } from "./view.ts";

const UPLOADING_MS = 3_000;
const SETTLING_MS = 1_500;
const SLOW_MS = 10_000;

/** How long to wait until a share is looked at again, in ms; 0 when nothing is awaited. */
export function pollingIntervalMs(
	page: ShareResponse | undefined,
	settling: Settling["step"],
): number {
	if (page && mayDownload(page)) return 0;
	if (settling === "settling") return SETTLING_MS;
	if (settling === "slow") return SLOW_MS;
	return page?.fileShare.status === "uploading" ? UPLOADING_MS : 0;
}
