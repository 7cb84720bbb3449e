import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { CreatorCtx } from "../context.ts";
import type { editShareInput } from "../contract/shares.ts";
import { failure } from "../platform/errors.ts";
import { repeatable } from "../platform/retrying.ts";
import { stalePages, staleRenditions } from "../stale-pages.ts";
import { fetchOwnShare } from "./fetch-own-share.ts";
import { checkPageOrder, setPageOrder } from "./page-order.ts";
import type { ShareRow } from "./rows.ts";
import { maxSalesOf } from "./share-row.ts";
import { shares } from "./tables.ts";

type Edit = z.output<typeof editShareInput> & { slug: string };

/** What its page shows and a buyer may have relied on; the picture for link previews is drawn from it. */
const SHOWN = ["title", "description", "images", "coverFileId", "order"] as const;

/** A statement must set something, also for an edit without any field. */
const asItIs = (column: typeof shares.title) => sql`${column}`;

/** Throws `request.invalid` unless the share has this file, or an uploaded cover under its own id. */
async function checkCover(ctx: CreatorCtx, shareId: string, coverFileId: string): Promise<void> {
	const [found] = await ctx.db.all(sql`select 1 from files where id = ${coverFileId}
		and share_id = ${shareId} union all select 1 from renditions
		where file_id = ${coverFileId} and share_id = ${shareId} and kind = 'cover'`);
	if (found) return;
	const message = "This share has no such file.";
	throw failure("request.invalid", { message, fields: { coverFileId: message } });
}

/**
 * Changes a share's details, those that are given and no other: an edit that is sent at the same moment
 * keeps what it wrote. A new price applies to checkouts that begin later: a buyer who has begun to pay
 * keeps the quote.
 *
 * Throws `request.invalid` for a number of sales on a share by link and for listing one, `share.not_found`, `share.has_sales` for a change of the sale mode after the first checkout.
 */
export async function editShare(ctx: CreatorCtx, { slug, ...edit }: Edit): Promise<ShareRow> {
	const share = await fetchOwnShare(ctx, slug);
	const saleMode = edit.saleMode ?? share.saleMode;
	const switches = saleMode !== share.saleMode;
	const limit = edit.maxSales ?? null;
	if (saleMode === "link" && limit !== null && limit !== 1) {
		const message = "A link is sold once; the number of sales can't be changed.";
		throw failure("request.invalid", { message, fields: { maxSales: message } });
	}
	if (saleMode === "link" && edit.listed) {
		const message = "A share sold by link can't be listed: its link opens the files.";
		throw failure("request.invalid", { message, fields: { listed: message } });
	}
	if (edit.coverFileId) await checkCover(ctx, share.id, edit.coverFileId);
	if (edit.order) await checkPageOrder(ctx, share.id, edit.order);
	// Checked in the statements, not before: a checkout or another edit may come in between.
	const isUnsold =
		edit.saleMode === undefined
			? sql``
			: sql`and (shares.sale_mode = ${saleMode} or shares.checkout_begun_at is null)`;
	const applies = sql`shares.id = ${share.id} and shares.status = ${share.status} ${isUnsold}`;
	const update = ctx.db
		.update(shares)
		.set({
			title: edit.title ?? asItIs(shares.title),
			...(edit.description !== undefined && { description: edit.description || null }),
			...(edit.price !== undefined && { priceCents: edit.price }),
			...(edit.saleMode !== undefined && { saleMode }),
			...((edit.maxSales !== undefined || switches) && {
				maxSales: maxSalesOf(saleMode, limit),
			}),
			...(edit.images !== undefined && { imagePreview: edit.images }),
			...(edit.coverFileId !== undefined && { coverFileId: edit.coverFileId }),
			...(SHOWN.some((field) => edit[field] !== undefined) && { changedAt: ctx.now() }),
			...(edit.selling !== undefined && { selling: edit.selling }),
			...(edit.listed !== undefined && { listed: edit.listed }),
			// Once somebody has paid, whoever knows the link can download.
			...(switches && saleMode === "link" && { listed: false }),
			...(edit.expiresAt !== undefined && {
				expiresAt: edit.expiresAt === null ? null : Date.parse(edit.expiresAt),
			}),
		})
		.where(applies)
		.returning();
	const exists = sql`exists (select 1 from shares where ${applies})`;
	const [[row]] = await repeatable(() =>
		ctx.db.batch([
			update,
			...(edit.order ? [setPageOrder(ctx, share.id, edit.order, exists)] : []),
			stalePages(ctx, eq(shares.id, share.id)),
			...(edit.images !== undefined || edit.coverFileId !== undefined
				? [staleRenditions(ctx, eq(shares.id, share.id))]
				: []),
		]),
	);
	if (!row) throw failure(edit.saleMode === undefined ? "share.not_found" : "share.has_sales");
	return row;
}
