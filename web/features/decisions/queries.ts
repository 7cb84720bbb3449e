import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../../lib/server/client.ts";

const { decisions } = client.api;
const { appeal } = decisions[":id"];

export const useDecisions = () =>
	useSWR(decisions.$path(), () => readJson(decisions.$get()), { dedupingInterval: 2_000 });

const refreshDecisions = () => mutate(decisions.$path());

export async function appealDecision(id: string, json: BodyOf<typeof appeal.$post>): Promise<void> {
	await appeal.$post({ param: { id }, json });
	await refreshDecisions();
}
