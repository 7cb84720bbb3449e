import { eq } from "drizzle-orm";
import { type DraftDetails, draftInput, EMPTY_DRAFT } from "../../contract/catalogue/drafts.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { NOT_FOR_BUNDLES } from "./bundle-parts.ts";
import { fetchOwnShare } from "./fetch-own-share.ts";
import { shownFields } from "./share-columns.ts";
import { licences } from "./tables.ts";

/** Returns the form's input that would copy the share. Throws `share.not_found`, `request.invalid` for a bundle. */
export async function formDetails(ctx: CreatorCtx, slug: string): Promise<DraftDetails> {
	const share = await fetchOwnShare(ctx, slug);
	if (share.ownedParts !== null) throw invalidField("shareId", NOT_FOR_BUNDLES);
	const [licence] =
		share.licenceId === null
			? []
			: await ctx.db.select().from(licences).where(eq(licences.id, share.licenceId));
	const shown: Record<string, unknown> = {
		...shownFields(share, "shown"),
		...shownFields(share, "shownToOwner"),
		licence: licence?.text,
	};
	const typed = Object.entries(EMPTY_DRAFT).map(([name, empty]) => [
		name,
		typeof empty === "string" ? String(shown[name] ?? "") : shown[name],
	]);
	return draftInput.parse({
		...Object.fromEntries(typed),
		...(share.pricing === "free" && { price: "" }),
		...(share.saleMode === "link" && { maxSales: "" }),
		preview: { images: share.imagePreview, clip: share.clipPreview },
	});
}
