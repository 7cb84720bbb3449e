import type { Pricing } from "../../contract/catalogue/pricing.ts";
import type { PreviewPolicy, SaleMode } from "../../contract/catalogue/shares.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { shardedId } from "../../platform/shard.ts";
import type { shares } from "./tables.ts";
import { titleKey } from "./title-key.ts";

type ShareInput = {
	id: string;
	title: string;
	description?: string | undefined;
	licence?: string | undefined;
	/** cents */
	price: number;
	/** a fixed price unless it says otherwise */
	pricing?: Pricing | undefined;
	/** cents */
	suggestedPrice?: number | undefined;
	asksAddress?: boolean | undefined;
	saleMode: SaleMode;
	maxSales?: number | undefined;
	preview?: PreviewPolicy | undefined;
	/** the file whose preview stands for the share, where it is not the default's */
	coverFileId?: string | undefined;
};

type PricingInput = {
	pricing: Pricing;
	/** cents */
	price: number;
	/** cents */
	suggestedPrice?: number | null | undefined;
	asksAddress: boolean;
};

/** The columns of a share's price; what its kind of pricing does not use is cleared. */
export function pricingColumns({ pricing, price, suggestedPrice, asksAddress }: PricingInput) {
	return {
		pricing,
		priceCents: price,
		suggestedCents: pricing === "chosen" ? (suggestedPrice ?? null) : null,
		asksAddress: pricing !== "free" || asksAddress,
	};
}

/** A share in link mode is sold once; any other as often as its creator chose. */
export function maxSalesOf(saleMode: SaleMode, maxSales: number | null | undefined): number | null {
	return saleMode === "link" ? 1 : (maxSales ?? null);
}

/** The row of a new share, without files and not yet published. */
export function shareRow(ctx: CreatorCtx, input: ShareInput): typeof shares.$inferInsert {
	return {
		id: input.id,
		slug: shardedId(ctx),
		creatorId: ctx.user.id,
		title: input.title,
		titleKey: titleKey(input.title),
		description: input.description || null,
		licenceId: input.licence ? ctx.id() : null,
		...pricingColumns({
			pricing: input.pricing ?? "fixed",
			price: input.price,
			suggestedPrice: input.suggestedPrice,
			asksAddress: input.asksAddress ?? true,
		}),
		saleMode: input.saleMode,
		maxSales: maxSalesOf(input.saleMode, input.maxSales),
		status: "uploading",
		imagePreview: input.preview?.images ?? "blur",
		coverFileId: input.coverFileId ?? null,
		clipPreview: input.preview?.clip ?? "30",
		createdAt: ctx.now(),
	};
}
