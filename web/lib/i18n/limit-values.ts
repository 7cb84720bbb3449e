import { MAX_FILE_SIZE, MAX_FILES_PER_SHARE } from "../../../worker/contract/constants.ts";
import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { PLANS } from "../../../worker/contract/plans.ts";
import { RETENTION } from "../../../worker/contract/retention.ts";
import { formatBps, formatCents, formatNumber, formatSize } from "./format.ts";

export function limitValues() {
	const { free, pro } = PLANS;
	return {
		freeUploads: free.uploadsPerMonth,
		freeFee: formatBps(free.cardFeeBps),
		proFee: formatBps(pro.cardFeeBps),
		proPrice: formatCents(pro.priceCents, DEFAULT_CURRENCY),
		fileSize: formatSize(MAX_FILE_SIZE),
		fileCount: formatNumber(MAX_FILES_PER_SHARE),
		idleHours: RETENTION.uploadHours,
	};
}
