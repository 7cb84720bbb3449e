import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { repeatable } from "../../platform/retrying.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { canBeParts, checkParts, setParts } from "../shares/bundle-parts.ts";
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
	const currency = await checkParts(ctx, parts);
	const hasRoom = sql`(select count(*) from shares where shares.creator_id = ${ctx.user.id}
		and shares.owned_parts is not null and shares.status <> 'deleted') < ${MAX_BUNDLES}`;
	const at = ctx.now();
	const row = {
		...shareRow(ctx, { ...input, id, currency, saleMode: "each" }),
		ownedParts,
		status: "published" as const,
		publishedAt: at,
	};
	const [, , , [share]] = await repeatable(() =>
		ctx.db.batch([
			// Repeats the check above: a part may have changed since.
			insertWhen(
				ctx.db,
				shares,
				row,
				sql`${canBeParts(ctx, parts, currency)} and ${hasRoom}`,
			).onConflictDoNothing(),
			...setParts(ctx, id, parts, sql`exists (select 1 from shares where shares.id = ${id})`),
			ctx.db.select().from(shares).where(eq(shares.id, id)),
			sharePublished(ctx, { id, creatorId: ctx.user.id }, at),
		]),
	);
	if (share) return share;
	await checkParts(ctx, parts);
	throw failure("bundle.too_many");
}
