import useSWR, { type SWRConfiguration } from "swr";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Consent } from "../../../worker/customers/withdrawal/contract.ts";
import type { DirectClaim } from "../../../worker/payments/direct/contract/direct.ts";
import { cameFrom } from "../../lib/addresses/came-from.ts";
import { givenTerms, type Terms } from "../../lib/buying/use-terms.ts";
import { type BodyOf, client, readJson } from "../../lib/server/client.ts";

const { "begin-direct-payment": begin, "confirm-direct-payment": confirm } = client.api;
const claim = client.api["direct-claims"][":id"];

/** Repeating finds the same open attempt, so it is as harmless as a read. */
export const useDirectPayment = (
	slug: string | null,
	changedAt: string | null | undefined,
	consent: Consent | undefined,
	terms: Terms,
	files: readonly ShareFile[],
) =>
	useSWR(
		slug && [begin.$path(), slug, consent?.version, ...Object.values(terms)],
		() =>
			readJson(
				begin.$post(
					{
						json: {
							shareId: slug ?? "",
							changedAt,
							consent,
							...givenTerms(terms, files),
						},
					},
					cameFrom(),
				),
			),
		{ revalidateOnReconnect: false },
	);

export const confirmDirectPayment = (
	json: BodyOf<typeof confirm.$post>,
	headers: Record<string, string>,
) => readJson(confirm.$post({ json }, { headers }));

/** Idle while `id` is null. */
export const useOwnClaim = (id: string | null, options: SWRConfiguration<DirectClaim>) =>
	useSWR<DirectClaim>(
		id && claim.$path({ param: { id } }),
		() => readJson(claim.$get({ param: { id: id ?? "" } })),
		options,
	);
