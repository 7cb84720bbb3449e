import { and, eq, isNull, sql } from "drizzle-orm";
import { givenName } from "../../accounts/contract.ts";
import {
	type AskedCode,
	askedCode,
	countGuess,
	discountColumns,
	discountRefusal,
	foundDiscount,
	isDiscountOf,
} from "../../catalogue/discounts/find-discount.ts";
import { discounts } from "../../catalogue/discounts/tables.ts";
import { type Price, priceWith } from "../../catalogue/shares/contract/pricing.ts";
import { type Reduction, reductionFor } from "../../catalogue/shares/contract/reduction.ts";
import type {
	ShareCreator,
	ShareResponse,
	ShownDiscount,
} from "../../catalogue/shares/contract/shares.ts";
import { inTagOrder } from "../../catalogue/shares/contract/tag-order.ts";
import { waysTaken, waysToPay } from "../../catalogue/shares/contract/ways-to-pay.ts";
import { coverColumn, presentCover } from "../../catalogue/shares/cover.ts";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import { FILE_COLUMNS } from "../../catalogue/shares/file-columns.ts";
import { pageOrder } from "../../catalogue/shares/file-previews.ts";
import { licenceText } from "../../catalogue/shares/licence.ts";
import { presentFile, presentShare } from "../../catalogue/shares/present.ts";
import { files, type ShareRow, shares } from "../../catalogue/shares/tables.ts";
import { REASONS } from "../../contract/errors.ts";
import { centsOf, priceOf } from "../../contract/fields.ts";
import type { Currency } from "../../contract/money.ts";
import type { Ctx } from "../../core/context.ts";
import { isPaused } from "../../core/switches.ts";
import { users } from "../../core/tables.ts";
import { INLINED_PREVIEWS } from "../../files/previews/contract/previews.ts";
import {
	isEdition,
	presentDisplay,
	presentPreview,
	shownPictures,
} from "../../files/previews/preview-of.ts";
import { renditions } from "../../files/previews/tables.ts";
import {
	checkoutColumn,
	checkoutTerms,
	foundCheckout,
	presentCheckout,
} from "../../payments/checkout-links/checkout-sql.ts";
import { directWay } from "../../payments/direct/contract/direct-way.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import { hasAll, ownTerms } from "../../purchases/bundles/own-price.ts";
import {
	bundlePartsQuery,
	presentBundle,
	statesOf,
	withParts,
} from "../../purchases/bundles/show-parts.ts";
import {
	bestLines,
	closedTo,
	hasMailedReceipt,
	heldLines,
	isOwner,
	isPaid,
	lostPurchase,
	soldOut,
} from "../../purchases/entitlements/access-sql.ts";
import { ownBuyer } from "../../purchases/entitlements/buyer.ts";
import { showBasket } from "../../purchases/singles/show-basket.ts";
import { closedFailure } from "./closed-share.tsx";
import { MORE_SHARES } from "./contract/creator-page.ts";
import { listedShares } from "./creators/listed-shares.ts";
import { avatarPath } from "./creators/own-creator-page.ts";
import { creatorHandles, creatorPages } from "./tables.ts";

type Payout = Pick<
	typeof payoutMethods.$inferSelect,
	"cashAppHandle" | "directLink" | "acceptsCards" | "stripeAccountId" | "chargesEnabled"
>;

/** Cards also work without a connected account: the platform holds the money. */
function presentPayout(
	ctx: Ctx,
	payout: { [Name in keyof Payout]: Payout[Name] | null },
	{ leastCents, suggestedCents }: Price,
	currency: Currency,
): Omit<ShareCreator, "displayName" | "handle" | "avatar" | "mailsReceipts"> {
	const hosts = ctx.config.DIRECT_LINK_HOSTS;
	const taken = waysTaken(payout, hosts);
	const { direct, card: byCard } = waysToPay(
		{ pricing: suggestedCents === null ? "fixed" : "chosen", priceCents: leastCents, currency },
		taken,
	);
	const card = taken.card && payout.stripeAccountId !== null && payout.chargesEnabled === true;
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
		...(direct && !isPausedDirect && { directBy: directWay(payout, currency, hosts)?.directBy }),
		...(paused.length > 0 && { paused }),
	};
}

const reductionOf = ({ percentBps, amountCents, belowMinimum }: Reduction): Reduction => ({
	percentBps,
	amountCents,
	belowMinimum,
});

/** `restCents` is left to pay for the whole share where single files are sold; null elsewhere. */
function priceShown(
	ctx: Ctx,
	found: Found,
	{
		share,
		restCents,
		asked,
	}: { share: ShareRow; restCents: number | null; asked: AskedCode | null },
) {
	if (!asked) return { price: priceWith(share, null), discount: null };
	const discount = foundDiscount(found);
	const refused = found.discountBlocked ? "discount.unknown" : discountRefusal(discount, ctx.now());
	if (refused === "discount.unknown") ctx.inBackground(() => countGuess(ctx));
	const { priceCents: wholeCents, currency } = share;
	const cents = restCents ?? wholeCents;
	const given = refused ? null : (discount?.row ?? null);
	const price = priceWith(
		{ ...share, priceCents: cents },
		reductionFor({ cents, wholeCents, isOfFiles: false }, given, currency),
	);
	const { leastCents, suggestedCents } = price;
	const shown: ShownDiscount = {
		code: asked.code,
		price: refused ? null : priceOf(leastCents),
		suggestedPrice: refused || suggestedCents === null ? null : priceOf(suggestedCents),
		...(share.singles !== null && !refused && discount && { reduction: reductionOf(discount.row) }),
		refused: refused && { reason: refused, message: REASONS[refused] },
	};
	return { price, discount: shown };
}

/** No two columns of a row may share a name in a batch. */
function read(ctx: Ctx, slug: string, asked: AskedCode | null, checkout: string | null) {
	const row = sql`(select s.id from shares s where s.slug = ${slug})`;
	const nth = sql`row_number() over (partition by ${renditions.kind} order by ${pageOrder})`;
	// A program's new checkout is opened immediately, before a replica has it.
	const db = checkout === null ? ctx.replica : ctx.db;
	return db.batch([
		db
			.select({
				share: shares,
				creator: {
					displayName: users.displayName,
					firstName: users.firstName,
					lastName: users.lastName,
				},
				suspendedAt: users.suspendedAt,
				thanks: users.thanks,
				handle: creatorHandles.handle,
				avatarId: creatorPages.avatarId,
				cashAppHandle: payoutMethods.cashAppHandle,
				directLink: payoutMethods.directLink,
				acceptsCards: payoutMethods.acceptsCards,
				stripeAccountId: payoutMethods.stripeAccountId,
				chargesEnabled: payoutMethods.chargesEnabled,
				isOwner: isOwner(ctx).as("asks_owner"),
				isPaid: isPaid(ctx).as("asks_paid"),
				isMailed: hasMailedReceipt(ctx).as("asks_mailed"),
				verifiedAt: users.emailVerifiedAt,
				lines: heldLines(ctx).as("asks_lines"),
				lost: lostPurchase(ctx).as("asks_lost"),
				soldOut: soldOut().as("sold_out"),
				closed: closedTo(ctx).as("asks_closed"),
				cover: coverColumn().as("cover"),
				licence: licenceText().as("licence"),
				checkout: checkoutColumn(ctx, checkout),
				...discountColumns(ctx, ownBuyer(ctx), asked),
			})
			.from(shares)
			.innerJoin(users, eq(users.id, shares.creatorId))
			.leftJoin(payoutMethods, eq(payoutMethods.userId, shares.creatorId))
			.leftJoin(
				creatorHandles,
				and(eq(creatorHandles.userId, shares.creatorId), isNull(creatorHandles.reservedUntil)),
			)
			.leftJoin(creatorPages, eq(creatorPages.userId, creatorHandles.userId))
			.leftJoin(discounts, isDiscountOf(asked))
			.where(eq(shares.slug, slug)),
		db
			.select({
				id: files.id,
				originalName: files.originalName,
				mimeType: files.mimeType,
				size: files.size,
				folderPath: files.folderPath,
				position: files.position,
				...FILE_COLUMNS,
				pageOrder: files.pageOrder,
			})
			.from(files)
			.where(eq(files.shareId, row))
			.orderBy(pageOrder),
		db
			.select({
				fileId: renditions.fileId,
				kind: renditions.kind,
				hash: renditions.hash,
				width: renditions.width,
				height: renditions.height,
				durationMs: renditions.durationMs,
				originalMs: renditions.originalMs,
				startMs: renditions.startMs,
				pages: renditions.pages,
				bytes: sql<
					number | null
				>`case ${renditions.kind} when 'web' then ${renditions.size} end`.as("web_bytes"),
				inline: sql<
					string | null
				>`case when ${renditions.kind} in ('waveform', 'tags') or ${nth} <= ${INLINED_PREVIEWS} then ${renditions.inline} end`.as(
					"shown_inline",
				),
			})
			.from(renditions)
			.innerJoin(files, eq(files.id, renditions.fileId))
			.where(eq(renditions.shareId, row)),
		bundlePartsQuery(ctx, row),
	]);
}

type Found = Awaited<ReturnType<typeof read>>[0][number];

const hasLines = ({ lines }: Found) => lines !== null && lines !== "[]";

type ShownTerms = { code?: string | null; checkout?: string | null };

export type FoundShare = { page: ShareResponse; share: ShareRow };

/** Buyers see a deleted share while its files are kept. */
export async function findSharePage(
	ctx: Ctx,
	slug: string,
	{ code = null, checkout = null }: ShownTerms = {},
): Promise<FoundShare> {
	const discountCode = await askedCode(ctx, code);
	const [[found], fileRows, renditionRows, partRows] = await read(
		ctx,
		slug,
		discountCode,
		checkout,
	);
	if (!found) throw failure("share.not_found");
	const { share } = found;
	const isBundle = share.ownedParts !== null;
	const parts = statesOf(partRows);
	if (share.status === "taken_down") throw takenDown(share);
	if (share.status === "deleted" && !found.isPaid && !hasLines(found))
		throw failure("share.not_found");
	if (found.closed) throw closedFailure(found.closed, found);
	const byFile = Map.groupBy(renditionRows, ({ fileId }) => fileId);
	const access = {
		isOwner: Boolean(found.isOwner),
		isPaid: Boolean(found.isPaid) || hasAll(parts),
		soldOut: Boolean(found.soldOut),
	};
	const shown = share.status === "uploading" ? [] : fileRows;
	const viewer = { isCreator: access.isOwner, mayDownload: access.isOwner || access.isPaid };
	const boughtOf = bestLines(found.lines);
	const isArranged = shown.some((file) => file.pageOrder !== null);
	const isPicked = share.singles !== null || share.choosing !== null;
	const presented = shown.map((file) => {
		const rows = byFile.get(file.id) ?? [];
		const lesser = rows.find(isEdition);
		const soldAlone = file.wholeOnly ? null : (lesser?.kind ?? null);
		const bought = viewer.mayDownload ? undefined : boughtOf(file.id, soldAlone)?.edition;
		const mayDownload = viewer.mayDownload || bought !== undefined;
		return {
			...presentFile(
				file,
				presentPreview(file, shownPictures(share), rows, { ...viewer, mayDownload }),
				mayDownload ? presentDisplay(rows) : undefined,
			),
			...(bought && { bought }),
			...(lesser?.bytes && (share.singles?.web || bought) && { webSize: lesser.bytes }),
			...(isPicked && { position: file.position }),
		};
	});
	// A second round trip, only for buyers of creators with a page.
	const more =
		access.isPaid && found.handle !== null && found.suspendedAt === null
			? await listedShares(ctx, share.creatorId, { limit: MORE_SHARES, except: share.id })
			: null;
	const basket = await showBasket(ctx, share);
	const avatar = avatarPath(found.avatarId);
	const paying = foundCheckout(found);
	const own = checkoutTerms(ownTerms(share, parts), paying);
	const { price, discount } = priceShown(ctx, found, {
		share: own,
		restCents: basket ? centsOf(basket.whole) : null,
		asked: discountCode,
	});
	const bundle = isBundle ? presentBundle(ctx, share, partRows) : null;
	const row = isBundle ? withParts(share, partRows) : share;
	const cover = bundle?.parts.find((part) => part.cover)?.cover ?? presentCover(found.cover);
	const page = {
		cover: share.status === "uploading" ? null : cover,
		fileShare: presentShare(
			{ ...row, pricing: own.pricing, selling: row.selling && found.suspendedAt === null },
			access,
			ctx.now(),
		),
		files: isArranged ? presented : inTagOrder(presented),
		creator: {
			displayName: givenName(found.creator),
			...(found.handle !== null && { handle: found.handle }),
			...(avatar && { avatar }),
			...presentPayout(ctx, found, price, found.share.currency),
			mailsReceipts: found.verifiedAt !== null,
		},
		...(more && { more }),
		...(discount && { discount }),
		...(checkout !== null && { checkout: presentCheckout(checkout, paying) }),
		...(found.licence !== null && { licence: found.licence }),
		...(access.isPaid && found.thanks && !found.suspendedAt && { thanks: found.thanks }),
		...(bundle && { bundle }),
		...(basket && { basket }),
		...(found.isMailed && { receiptMailed: true as const }),
		lostPurchase: access.isPaid || hasLines(found) ? null : found.lost,
		keepDays: ctx.config.DELETED_SHARE_KEEP_DAYS,
	};
	return { page, share };
}
