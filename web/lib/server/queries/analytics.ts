import useSWR, { type SWRResponse } from "swr";
import type { Analytics, Period } from "../../../../worker/contract/pages/analytics.ts";
import { client, readJson } from "../client.ts";
import { polled } from "../swr.ts";

const { analytics, "analytics.csv": file } = client.api;

const queryOf = (share: string | null, days: Period) => ({
	...(share !== null && { share }),
	days: String(days),
});

/** Views and sales of one share, or of all; what was shown before stays until they are there. */
export const useAnalytics = (share: string | null, days: Period): SWRResponse<Analytics> => {
	const query = queryOf(share, days);
	return useSWR(analytics.$path({ query }), () => readJson(analytics.$get({ query })), {
		...polled(60),
		keepPreviousData: true,
	});
};

/** The link to the same as CSV. */
export const analyticsCsvLink = (share: string | null, days: Period) =>
	file.$path({ query: queryOf(share, days) });
