import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { client, readJson } from "../client.ts";

const share = client.api["file-shares"][":shareId"];

export const shareAddress = (slug: string) => share.$path({ param: { shareId: slug } });

export type ShownTerms = { code?: string | null; checkout?: string | null };

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
