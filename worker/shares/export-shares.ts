import { and, eq, ne } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { priceOf } from "../contract/fields.ts";
import { filesOf } from "./file-rows.ts";
import { shares } from "./tables.ts";

/**
 * Returns a creator's shares and their files' details, for the account's export; the files themselves are
 * downloaded separately.
 */
export async function exportShares(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select()
		.from(shares)
		.where(and(eq(shares.creatorId, userId), ne(shares.status, "deleted")))
		.orderBy(shares.createdAt);
	const exported = [];
	for (const share of rows) {
		const files = await filesOf(ctx, share.id);
		exported.push({
			shareId: share.slug,
			title: share.title,
			description: share.description,
			price: priceOf(share.priceCents),
			status: share.status,
			saleMode: share.saleMode,
			maxSales: share.maxSales,
			selling: share.selling,
			listed: share.listed,
			createdAt: new Date(share.createdAt).toISOString(),
			files: files.map(({ id, originalName: name, folderPath, size, mimeType }) => {
				return { id, name, folderPath, size, mimeType };
			}),
		});
	}
	return exported;
}
