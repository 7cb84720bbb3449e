import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";

const { decisions } = client.api;
const { appeal } = decisions[":id"];

/** The decisions against the creator's shares and account, the latest first. */
export const useDecisions = () =>
	useSWR(decisions.$path(), () => readJson(decisions.$get()), { dedupingInterval: 2_000 });

/** Reads the decisions again. */
export const refreshDecisions = () => mutate(decisions.$path());

/** Asks for another look at a decision. Throws ApiFailure. */
export async function appealDecision(id: string, json: BodyOf<typeof appeal.$post>): Promise<void> {
	await appeal.$post({ param: { id }, json });
	await refreshDecisions();
}
