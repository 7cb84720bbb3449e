import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { client, readJson } from "../client.ts";

const share = client.api["file-shares"][":shareId"];

/** The address of a share's answer. */
export const shareAddress = (slug: string) => share.$path({ param: { shareId: slug } });

/** Fetches a share as this viewer may see it. Throws ApiFailure. */
export const fetchShare = (slug: string): Promise<ShareResponse> =>
	readJson(share.$get({ param: { shareId: slug } }));
