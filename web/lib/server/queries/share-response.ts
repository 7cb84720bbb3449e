import type { ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { client, readJson } from "../client.ts";

const share = client.api["file-shares"][":shareId"];

/** The address of a share's answer. */
export const shareAddress = (slug: string) => share.$path({ param: { shareId: slug } });

/** A discount code or a checkout, which change what a viewer pays. */
export type ShownTerms = { code?: string | null; checkout?: string | null };

/** Fetches a share as this viewer may see it, with what it costs on these terms. Throws ApiFailure. */
export const fetchShare = (
	slug: string,
	{ code, checkout }: ShownTerms = {},
): Promise<ShareResponse> =>
	readJson(
		share.$get({
			param: { shareId: slug },
			query: { ...(code && { code }), ...(checkout && { checkout }) },
		}),
	);
