import useSWR, { mutate } from "swr";
import type { ClaimDecision, DirectClaim } from "../../../../worker/contract/payments/payments.ts";
import { client, readJson } from "../client.ts";
import { polled } from "../swr.ts";

const list = client.api["direct-claims"];
const claim = list[":id"];

/** The claims of direct payments on the creator's shares. */
export const useClaims = () => useSWR(list.$path(), () => readJson(list.$get()), polled(30));

/** Reads the claims again. */
export const refreshClaims = () => mutate(list.$path());

/** Approves or declines a claim, for the signed-in creator. Throws ApiFailure. */
export function decideClaim(
	id: string,
	{ decision, ...json }: ClaimDecision,
): Promise<DirectClaim> {
	const param = { id };
	return "reason" in json
		? readJson(claim.decline.$post({ param, json }))
		: readJson(claim.approve.$post({ param, json: "raise" in json ? json : {} }));
}

/** What names a claim in the link of the creator's mail. */
type ClaimLink = { id: string; token: string };
const linkKey = (id: string) => claim.details.$path({ param: { id } });

/** A claim by its link. Looking changes nothing; a POST keeps the token out of addresses and logs. */
export const useLinkedClaim = ({ id, token }: ClaimLink) =>
	useSWR(linkKey(id), () => readJson(claim.details.$post({ param: { id }, json: { token } })));

/** Approves or declines a claim by its link. Throws ApiFailure. */
export async function decideLinkedClaim(
	{ id, token }: ClaimLink,
	decision: ClaimDecision,
): Promise<void> {
	const json = { token, ...decision };
	const decided = await readJson(claim.decision.$post({ param: { id }, json }));
	await mutate(linkKey(id), decided, { revalidate: false });
}
