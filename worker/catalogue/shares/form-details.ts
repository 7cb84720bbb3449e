import { eq } from "drizzle-orm";
import type { DraftDetails } from "../../contract/catalogue/drafts.ts";
import { priceOf } from "../../contract/fields.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { NOT_FOR_BUNDLES } from "./bundle-parts.ts";
import { fetchOwnShare } from "./fetch-own-share.ts";
import { licences } from "./tables.ts";

/**
 * Returns what the form for a new share would have to say for one like this: text, price and settings. Throws
 * `share.not_found`, `request.invalid` for a bundle.
 */
export async function formDetails(ctx: CreatorCtx, slug: string): Promise<DraftDetails> {
	const share = await fetchOwnShare(ctx, slug);
	if (share.ownedParts !== null) throw invalidField("shareId", NOT_FOR_BUNDLES);
	const [licence] =
		share.licenceId === null
			? []
			: await ctx.db.select().from(licences).where(eq(licences.id, share.licenceId));
	return {
		title: share.title,
		description: share.description ?? "",
		licence: licence?.text ?? "",
		pricing: share.pricing,
		price: share.pricing === "free" ? "" : priceOf(share.priceCents),
		suggestedPrice: share.suggestedCents === null ? "" : priceOf(share.suggestedCents),
		asksAddress: share.asksAddress,
		saleMode: share.saleMode,
		maxSales: share.saleMode === "each" && share.maxSales !== null ? String(share.maxSales) : "",
		preview: { images: share.imagePreview, clip: share.clipPreview },
	};
}
