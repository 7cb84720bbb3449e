import useSWR, { mutate } from "swr";
import type {
	ClaimDecision,
	DirectClaim,
} from "../../../../worker/payments/direct/contract/direct.ts";
import { client, readJson } from "../client.ts";
import { polled } from "../swr.ts";

const list = client.api["direct-claims"];
const claim = list[":id"];

export const useClaims = () => useSWR(list.$path(), () => readJson(list.$get()), polled(30));

export const refreshClaims = () => mutate(list.$path());

export function decideClaim(
	id: string,
	{ decision, ...json }: ClaimDecision,
): Promise<DirectClaim> {
	const param = { id };
	return "reason" in json
		? readJson(claim.decline.$post({ param, json }))
		: readJson(claim.approve.$post({ param, json: "raise" in json ? json : {} }));
}

type ClaimLink = { id: string; token: string };
const linkKey = (id: string) => claim.details.$path({ param: { id } });

/** Reading changes nothing; it's a POST to keep the token out of addresses and logs. */
export const useLinkedClaim = ({ id, token }: ClaimLink) =>
	useSWR(linkKey(id), () => readJson(claim.details.$post({ param: { id }, json: { token } })));

export async function decideLinkedClaim(
	{ id, token }: ClaimLink,
	decision: ClaimDecision,
): Promise<void> {
	const json = { token, ...decision };
	const decided = await readJson(claim.decision.$post({ param: { id }, json }));
	await mutate(linkKey(id), decided, { revalidate: false });
}
