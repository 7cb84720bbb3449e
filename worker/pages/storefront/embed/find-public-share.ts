import type { ShareResponse } from "../../../contract/catalogue/shares.ts";
import type { Ctx } from "../../../core/context.ts";
import { ApiError, failure } from "../../../platform/errors.ts";
import { isPublic } from "../is-public.ts";
import { findSharePage } from "../share-response.ts";

/**
 * Returns the share's page as a visitor without cookies sees it. Throws `share.not_found` for everything that isn't
 * public.
 */
export async function findPublicShare(base: Ctx, slug: string): Promise<ShareResponse> {
	const ctx: Ctx = { ...base, credentials: { sessionHash: null, buyerHash: null } };
	try {
		const { page, share } = await findSharePage(ctx, slug);
		if (isPublic(share, ctx.now())) return page;
	} catch (error) {
		if (!(error instanceof ApiError) || error.status >= 500) throw error;
	}
	throw failure("share.not_found");
}
