import { and, count, desc, eq, gt, isNull, lte, min, ne, or, type SQL, sql } from "drizzle-orm";
import type { ListedShare } from "../../../catalogue/shares/contract/shares.ts";
import { coverColumn, presentCover } from "../../../catalogue/shares/cover.ts";
import { bundleParts, files, shares } from "../../../catalogue/shares/tables.ts";
import { priceOf } from "../../../contract/fields.ts";
import { CURRENCY_CODES, DIRECT_CURRENCY, leastByCard } from "../../../contract/money.ts";
import type { Ctx } from "../../../core/context.ts";
import type { FileIcon } from "../../../files/contract/file-type.ts";
import { iconOf } from "../../../files/contract/file-types.ts";
import { hostsFor } from "../../../payments/direct/contract/direct-way.ts";
import { areAllDownloadable } from "../../../purchases/bundles/parts-sql.ts";
import { closedTo, soldOut } from "../../../purchases/entitlements/access-sql.ts";
import { MAX_LISTED_SHARES } from "../contract/creator-page.ts";

type Options = { limit?: number /** `shares.id` */; except?: string };

/** Leaves out shares in `link` mode, whose link opens the files once paid, and those with a password. */
function isShown(ctx: Ctx, creatorId: SQL, { except }: Options): SQL | undefined {
	return and(
		eq(shares.creatorId, creatorId),
		eq(shares.listed, true),
		eq(shares.status, "published"),
		eq(shares.saleMode, "each"),
		eq(shares.selling, true),
		or(isNull(shares.expiresAt), gt(shares.expiresAt, ctx.now())),
		or(isNull(shares.opensAt), lte(shares.opensAt, ctx.now())),
		isNull(shares.passwordHash),
		sql`not ${soldOut()}`,
		areAllDownloadable(ctx),
		isObtainable(ctx),
		except === undefined ? undefined : ne(shares.id, except),
	);
}

/** Mirrors `canBeHad`: the share is free, or some payment method can pay it. */
function isObtainable(ctx: Ctx): SQL {
	const taken = (condition: SQL) => sql`exists (select 1 from payout_methods taken
		where taken.user_id = ${shares.creatorId} and ${condition})`;
	const byCard = sql.raw(
		`case shares.currency ${CURRENCY_CODES.map((code) => `when '${code}' then ${leastByCard(code)}`).join(" ")} end`,
	);
	const links = ctx.config.DIRECT_LINK_HOSTS.flatMap((host) => {
		const takes = CURRENCY_CODES.filter((code) => hostsFor([host], code).length > 0);
		return [host, `www.${host}`].map(
			(name) => sql`(instr(lower(taken.direct_link), ${`https://${name}/`}) = 1
				and ${shares.currency} in (select value from json_each(${JSON.stringify(takes)})))`,
		);
	});
	const hasLink = sql`(${sql.join([sql`false`, ...links], sql` or `)})`;
	return sql`(${shares.priceCents} = 0
		or (${shares.currency} = ${DIRECT_CURRENCY} and ${taken(sql`taken.cash_app_handle is not null`)})
		or ${taken(hasLink)}
		or ((${shares.pricing} = 'chosen' or ${shares.priceCents} >= ${byCard})
			and not ${taken(sql`not taken.accepts_cards`)}))`;
}

/** No two columns of a row may share a name in a batch. */
export function listedShareQueries(ctx: Ctx, creatorId: SQL, options: Options = {}) {
	const shown = ctx.replica
		.select({ id: shares.id })
		.from(shares)
		.where(isShown(ctx, creatorId, options))
		.orderBy(desc(shares.publishedAt), shares.id)
		.limit(options.limit ?? MAX_LISTED_SHARES);
	const isListed = sql`${shares.id} in ${shown}`;
	return [
		ctx.replica
			.select({
				id: shares.id,
				slug: shares.slug,
				title: shares.title,
				currency: shares.currency,
				priceCents: shares.priceCents,
				pricing: shares.pricing,
				fileCount: shares.fileCount,
				totalSize: shares.totalSize,
				bundle: shares.ownedParts,
				cover: coverColumn().as("cover"),
			})
			.from(shares)
			.where(isListed)
			.orderBy(desc(shares.publishedAt), shares.id),
		ctx.replica
			.select({ shareId: files.shareId, mimeType: files.mimeType, n: count().as("n") })
			.from(files)
			.where(sql`${files.shareId} in ${shown}`)
			.groupBy(files.shareId, files.mimeType)
			// Kinds with equally many files keep the creator's order.
			.orderBy(min(files.position)),
		ctx.replica
			.select({
				bundleId: bundleParts.bundleId,
				fileCount: shares.fileCount,
				totalSize: shares.totalSize,
				closed: closedTo(ctx).as("part_closed"),
				cover: coverColumn().as("part_cover"),
			})
			.from(bundleParts)
			.innerJoin(shares, eq(shares.id, bundleParts.shareId))
			.where(and(sql`${bundleParts.bundleId} in ${shown}`, eq(shares.status, "published")))
			.orderBy(bundleParts.position),
		ctx.replica
			.select({
				bundleId: bundleParts.bundleId,
				mimeType: files.mimeType,
				n: count().as("n"),
			})
			.from(bundleParts)
			.innerJoin(files, eq(files.shareId, bundleParts.shareId))
			.where(sql`${bundleParts.bundleId} in ${shown}`)
			.groupBy(bundleParts.bundleId, files.mimeType)
			.orderBy(min(bundleParts.position)),
	] as const;
}

type RowsOf<Queries extends readonly unknown[]> = {
	readonly [At in keyof Queries]: Awaited<Queries[At]>;
};

function kindsOf(counts: readonly { mimeType: string; n: number }[]): ListedShare["kinds"] {
	const kinds = new Map<FileIcon, number>();
	for (const { mimeType, n } of counts) {
		const kind = iconOf(mimeType);
		kinds.set(kind, (kinds.get(kind) ?? 0) + n);
	}
	return [...kinds].map(([kind, n]) => ({ kind, n })).sort((a, b) => b.n - a.n);
}

export function presentListed([shareRows, counts, partRows, partCounts]: RowsOf<
	ReturnType<typeof listedShareQueries>
>): ListedShare[] {
	return shareRows.map((share) => {
		const shown = {
			shareId: share.slug,
			title: share.title,
			currency: share.currency,
			price: priceOf(share.priceCents),
			pricing: share.pricing,
			fileCount: share.fileCount,
			totalSize: share.totalSize,
			kinds: kindsOf(counts.filter(({ shareId }) => shareId === share.id)),
			cover: presentCover(share.cover),
		};
		if (share.bundle === null) return shown;
		const parts = partRows.filter(({ bundleId }) => bundleId === share.id);
		const cover = parts.find((part) => part.cover !== null && part.closed === null)?.cover ?? null;
		return {
			...shown,
			fileCount: parts.reduce((sum, { fileCount }) => sum + fileCount, 0),
			totalSize: parts.reduce((sum, { totalSize }) => sum + totalSize, 0),
			kinds: kindsOf(partCounts.filter(({ bundleId }) => bundleId === share.id)),
			cover: presentCover(cover),
		};
	});
}

export async function listedShares(
	ctx: Ctx,
	creatorId: string,
	options: Options,
): Promise<ListedShare[]> {
	return presentListed(
		await ctx.replica.batch(listedShareQueries(ctx, sql`${creatorId}`, options)),
	);
}
