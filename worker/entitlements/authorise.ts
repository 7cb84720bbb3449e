import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { shares } from "../shares/tables.ts";
import { heldPurchase, isOwner, linkPurchase } from "./access-sql.ts";

/** In which quality somebody may have a share's bytes. */
export type Access =
	| { readonly as: "owner" }
	| { readonly as: "buyer"; readonly purchaseId: string }
	| { readonly as: "link"; readonly purchaseId: string };

/**
 * The one question that every byte route asks: may this viewer have these bytes? The owner may; the
 * holder of a completed purchase may; anyone may while a share in `link` mode has one. Of a deleted
 * share only those who bought it, while its bytes are kept for them. Null for everybody else. One query on the primary database, so a refund is felt by the next request.
 */
export async function authorise(ctx: Ctx, share: { id: string }): Promise<Access | null> {
	const [row] = await ctx.db
		.select({ owner: isOwner(ctx), held: heldPurchase(ctx), opened: linkPurchase(ctx) })
		.from(shares)
		.where(eq(shares.id, share.id));
	if (!row) return null;
	if (row.owner) return { as: "owner" };
	if (row.held) return { as: "buyer", purchaseId: row.held };
	if (row.opened) return { as: "link", purchaseId: row.opened };
	return null;
}
