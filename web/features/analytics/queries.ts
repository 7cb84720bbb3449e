import useSWR, { type SWRResponse } from "swr";
import type { Currency } from "../../../worker/contract/money.ts";
import type { Analytics, Period } from "../../../worker/pages/analytics/contract.ts";
import { client, readJson } from "../../lib/server/client.ts";
import { polled } from "../../lib/server/swr.ts";

const { analytics, "analytics.csv": file } = client.api;

type Choice = { slug: string | null; currency: Currency | undefined; days: Period };

const queryOf = ({ slug, currency, days }: Choice) => ({
	...(slug !== null && { share: slug }),
	...(currency && { currency }),
	days: String(days),
});

export const useAnalytics = (choice: Choice): SWRResponse<Analytics> => {
	const query = queryOf(choice);
	return useSWR(analytics.$path({ query }), () => readJson(analytics.$get({ query })), {
		...polled(60),
		keepPreviousData: true,
	});
};

export const analyticsCsvLink = (choice: Choice) => file.$path({ query: queryOf(choice) });

export const fileFiguresCsvLink = (slug: string) =>
	file.$path({ query: { share: slug, by: "file" } });
