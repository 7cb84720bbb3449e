import type { Counts } from "../../../worker/pages/analytics/contract.ts";
import { formatBps, formatCents, formatNumber } from "../../lib/i18n/format.ts";

export const MEASURES = {
	views: { name: "analytics.views", of: (counts: Counts) => counts.views, format: formatNumber },
	begun: { name: "analytics.begun", of: (counts: Counts) => counts.begun, format: formatNumber },
	paid: { name: "analytics.paid", of: (counts: Counts) => counts.paid, format: formatNumber },
	earned: {
		name: "analytics.earned",
		of: (counts: Counts) => counts.earnedCents,
		format: formatCents,
	},
} as const;
export type Measure = keyof typeof MEASURES;

/** "3.4%", or null if `whole` is 0. */
export function rateOf(part: number, whole: number): string | null {
	return whole === 0 ? null : formatBps(Math.round((part / whole) * 1000) * 10);
}
