import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { requireHolds } from "../../platform/storage/ending-batch.ts";
import { withFreshRow } from "../../platform/storage/fresh-row.ts";
import { unlessRaised } from "../../platform/storage/revisions.ts";
import { checkParts, readParts, setParts } from "../shares/bundle-parts.ts";
import { sharePublished } from "../shares/share-events.ts";
import { shareRow } from "../shares/share-row.ts";
import { type ShareRow, shares } from "../shares/tables.ts";
import { type createBundleInput, MAX_BUNDLES } from "./contract.ts";

/** Takes no upload slot, since a bundle stores no bytes. Throws `request.invalid`, `bundle.too_many`. */
export async function createBundle(
	ctx: CreatorCtx,
	{ parts, ownedParts, ...input }: z.output<typeof createBundleInput>,
): Promise<ShareRow> {
	const id = ctx.id();
	const hasRoom = sql`(select count(*) from shares where shares.creator_id = ${ctx.user.id}
		and shares.id <> ${id}
		and shares.owned_parts is not null and shares.status <> 'deleted') < ${MAX_BUNDLES}`;
	const at = ctx.now();
	const { made } = await withFreshRow(
		ctx,
		async () => ({ found: await readParts(ctx, parts) }),
		({ found }) => {
			const currency = checkParts(ctx, parts, found);
			const row = {
				...shareRow(ctx, { ...input, id, currency, saleMode: "each" }),
				ownedParts,
				status: "published" as const,
				publishedAt: at,
			};
			return {
				guard: unlessRaised(ctx, shares, found),
				room: requireHolds(ctx, hasRoom, "bundle.too_many"),
				// The answer to this very call may have been lost.
				bundle: ctx.db.insert(shares).values(row).onConflictDoNothing(),
				parts: setParts(ctx, id, parts),
				made: ctx.db.select().from(shares).where(eq(shares.id, id)),
				announced: sharePublished(ctx, { id, creatorId: ctx.user.id }, at),
			};
		},
	);
	const [bundle] = made;
	if (!bundle) throw failure("share.not_found");
	return bundle;
}
