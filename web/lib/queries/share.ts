import useSWR from "swr";
import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { fetchShare, shareAddress } from "./share-response.ts";

/** A share as this viewer may see it. */
export function useShareResponse(slug: string) {
	return useSWR<ShareResponse>(shareAddress(slug), () => fetchShare(slug));
}
