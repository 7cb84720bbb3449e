import useSWR, { type SWRConfiguration } from "swr";
import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { client, readJson } from "../client.ts";

const share = client.api["file-shares"][":shareId"];

/** A share as this viewer may see it, once. Throws ApiFailure. */
export const fetchShare = (slug: string): Promise<ShareResponse> =>
	readJson(share.$get({ param: { shareId: slug } }));

/** A share as this viewer may see it. */
export function useShareResponse(slug: string, options?: SWRConfiguration<ShareResponse>) {
	const param = { shareId: slug };
	return useSWR<ShareResponse>(
		share.$path({ param }),
		() => readJson(share.$get({ param })),
		options,
	);
}
