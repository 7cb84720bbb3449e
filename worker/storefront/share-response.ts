import { and, eq, isNull, sql } from "drizzle-orm";
import { creatorName } from "../accounts/present.ts";
import { users } from "../accounts/tables.ts";
import type { Ctx } from "../context.ts";
import { MIN_CARD_PRICE_CENTS } from "../contract/constants.ts";
import { MORE_SHARES } from "../contract/creator-page.ts";
import { INLINED_PREVIEWS } from "../contract/previews.ts";
import type { ShareCreator, ShareResponse } from "../contract/shares.ts";
import { isOwner, isPaid, lostPurchase, soldOut } from "../entitlements/access-sql.ts";
import { payoutMethods } from "../payments/tables.ts";
import { failure } from "../platform/errors.ts";
import { presentPreview, type ShownRendition } from "../previews/preview-of.ts";
import { renditions } from "../previews/tables.ts";
import { coverColumn, presentCover } from "../shares/cover.ts";
import { pageOrder } from "../shares/page-order.ts";
import { presentFile, presentShare } from "../shares/present.ts";
import { files, shares } from "../shares/tables.ts";
import { isPaused } from "../switches.ts";
import { avatarPath } from "./creators/avatar-path.ts";
import { listedShares } from "./creators/listed-shares.ts";
import { creatorHandles, creatorPages } from "./tables.ts";

type Payout = Pick<
	typeof payoutMethods.$inferSelect,
	"cashAppHandle" | "stripeAccountId" | "chargesEnabled"
>;

/**
 * How the creator is paid, as far as it is public. Without a connected account cards still work: the
 * platform holds the money.
 */
function presentPayout(
	ctx: Ctx,
	payout: { [Name in keyof Payout]: Payout[Name] | null },
	priceCents: number,
): Omit<ShareCreator, "displayName" | "handle" | "avatar"> {
	const direct = payout.cashAppHandle !== null;
	const card = payout.stripeAccountId !== null && payout.chargesEnabled === true;
	const byCard = priceCents >= MIN_CARD_PRICE_CENTS;
	const isPausedCard = byCard && isPaused(ctx, "cardPayments");
	const isPausedDirect = direct && isPaused(ctx, "directPayments");
	const paused = [
		...(isPausedCard ? ["card" as const] : []),
		...(isPausedDirect ? ["direct" as const] : []),
	];
	return {
		paymentMethod: direct && card ? "both" : card ? "stripe" : direct ? "cashapp" : null,
		cashAppHandle: payout.cashAppHandle,
		acceptsCard: byCard && !isPausedCard,
		acceptsDirect: direct && !isPausedDirect,
		...(paused.length > 0 && { paused }),
	};
}

/**
 * Reads everything the page needs in one round trip. In a batch no two columns of a row may share a name.
 */
function read(ctx: Ctx, slug: string) {
	const row = sql`(select s.id from shares s where s.slug = ${slug})`;
	const nth = sql`row_number() over (partition by ${renditions.kind} order by ${pageOrder})`;
	return ctx.replica.batch([
		ctx.replica
			.select({
				share: shares,
				creator: {
					displayName: users.displayName,
					firstName: users.firstName,
					lastName: users.lastName,
				},
				handle: creatorHandles.handle,
				avatarId: creatorPages.avatarId,
				cashAppHandle: payoutMethods.cashAppHandle,
				stripeAccountId: payoutMethods.stripeAccountId,
				chargesEnabled: payoutMethods.chargesEnabled,
				isOwner: isOwner(ctx).as("asks_owner"),
				isPaid: isPaid(ctx).as("asks_paid"),
				lost: lostPurchase(ctx).as("asks_lost"),
				soldOut: soldOut().as("sold_out"),
				cover: coverColumn().as("cover"),
			})
			.from(shares)
			.innerJoin(users, eq(users.id, shares.creatorId))
			.leftJoin(payoutMethods, eq(payoutMethods.userId, shares.creatorId))
			.leftJoin(
				creatorHandles,
				and(eq(creatorHandles.userId, shares.creatorId), isNull(creatorHandles.heldUntil)),
			)
			.leftJoin(creatorPages, eq(creatorPages.userId, creatorHandles.userId))
			.where(eq(shares.slug, slug)),
		ctx.replica
			.select({
				id: files.id,
				originalName: files.originalName,
				mimeType: files.mimeType,
				size: files.size,
				folderPath: files.folderPath,
			})
			.from(files)
			.where(eq(files.shareId, row))
			.orderBy(pageOrder),
		ctx.replica
			.select({
				fileId: renditions.fileId,
				kind: renditions.kind,
				hash: renditions.hash,
				width: renditions.width,
				height: renditions.height,
				durationMs: renditions.durationMs,
				originalMs: renditions.originalMs,
				pages: renditions.pages,
				inline: sql<
					string | null
				>`case when ${renditions.kind} = 'waveform' or ${nth} <= ${INLINED_PREVIEWS} then ${renditions.inline} end`.as(
					"shown_inline",
				),
			})
			.from(renditions)
			.innerJoin(files, eq(files.id, renditions.fileId))
			.where(eq(renditions.shareId, row)),
	]);
}

/** A share's page, and whose it is. */
export type FoundShare = { page: ShareResponse; share: { id: string; creatorId: string } };

/**
 * Returns what the holder of a link sees: the share, its files with previews, and the creator, with the
 * viewer's own access. While the upload is in progress there are no files and nothing can be bought. A
 * deleted share is visible to its buyers only, while its files are kept for them.
 * @throws ApiError `share.not_found` (404), `share.taken_down` (410).
 */
export async function findSharePage(ctx: Ctx, slug: string): Promise<FoundShare> {
	const [[found], fileRows, renditionRows] = await read(ctx, slug);
	if (!found) throw failure("share.not_found");
	const { share } = found;
	if (share.status === "taken_down") throw failure("share.taken_down");
	if (share.status === "deleted" && !found.isPaid) throw failure("share.not_found");
	const byFile = new Map<string, ShownRendition[]>();
	for (const row of renditionRows) {
		const rows = byFile.get(row.fileId);
		if (rows) rows.push(row);
		else byFile.set(row.fileId, [row]);
	}
	const access = {
		isOwner: Boolean(found.isOwner),
		isPaid: Boolean(found.isPaid),
		soldOut: Boolean(found.soldOut),
	};
	const shown = share.status === "uploading" ? [] : fileRows;
	// Another round trip, but only for buyers of creators with a page.
	const more =
		access.isPaid && found.handle !== null
			? await listedShares(ctx, share.creatorId, { limit: MORE_SHARES, except: share.id })
			: null;
	const avatar = avatarPath(found.avatarId);
	const page = {
		cover: share.status === "uploading" ? null : presentCover(found.cover),
		fileShare: presentShare(share, access, ctx.now()),
		files: shown.map((file) =>
			presentFile(
				file,
				presentPreview(file.mimeType, share.imagePreview, byFile.get(file.id) ?? []),
			),
		),
		creator: {
			displayName: creatorName(found.creator),
			...(found.handle !== null && { handle: found.handle }),
			...(avatar && { avatar }),
			...presentPayout(ctx, found, share.priceCents),
		},
		...(more && { more }),
		lostPurchase: access.isPaid ? null : found.lost,
		keepDays: ctx.config.DELETED_SHARE_KEEP_DAYS,
	};
	return { page, share };
}

/** The page that `findSharePage` finds. */
export async function shareResponse(ctx: Ctx, slug: string): Promise<ShareResponse> {
	return (await findSharePage(ctx, slug)).page;
}
