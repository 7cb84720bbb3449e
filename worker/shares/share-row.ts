import type { CreatorCtx } from "../context.ts";
import type { PreviewPolicy, SaleMode } from "../contract/shares.ts";
import { shardedId } from "../platform/shard.ts";
import type { shares } from "./tables.ts";

type ShareInput = {
	id: string;
	title: string;
	description?: string | undefined;
	/** cents */
	price: number;
	saleMode: SaleMode;
	maxSales?: number | undefined;
	preview?: PreviewPolicy | undefined;
	/** the file whose preview stands for the share, where it is not the default's */
	coverFileId?: string | undefined;
};

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
		description: input.description || null,
		priceCents: input.price,
		saleMode: input.saleMode,
		maxSales: maxSalesOf(input.saleMode, input.maxSales),
		status: "uploading",
		imagePreview: input.preview?.images ?? "blur",
		coverFileId: input.coverFileId ?? null,
		clipPreview: input.preview?.clip ?? "30",
		createdAt: ctx.now(),
	};
}
