import type { ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { client, readJson } from "../client.ts";

const share = client.api["file-shares"][":shareId"];

/** The address of a share's answer. */
export const shareAddress = (slug: string) => share.$path({ param: { shareId: slug } });

/** Fetches a share as this viewer may see it, with a discount code's price if given. Throws ApiFailure. */
export const fetchShare = (slug: string, code?: string | null): Promise<ShareResponse> =>
	readJson(share.$get({ param: { shareId: slug }, query: code ? { code } : {} }));
