import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { shares } from "../shares/tables.ts";
import { heldPurchase, isOwner, linkPurchase } from "./access-sql.ts";

/** The quality in which a viewer may have a share's content. */
export type Access =
	| { readonly as: "owner" }
	| { readonly as: "buyer"; readonly purchaseId: string }
	| { readonly as: "link"; readonly purchaseId: string };

/**
 * Called by every route that serves content: may this viewer have these bytes? The owner may; the
 * holder of a completed purchase may; anyone may while a share in `link` mode has one. A deleted
 * share is open to its buyers only, while its content is kept for them. Returns null for everyone else. One query on the primary database, so a refund takes effect with the next request.
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
