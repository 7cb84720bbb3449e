import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { OwnedParts } from "../../catalogue/bundles/contract.ts";
import type { ShareSort, shareListQuery } from "../../catalogue/shares/contract/share-list.ts";
import type { MyShare } from "../../catalogue/shares/contract/shares.ts";
import { coverColumn, presentCover } from "../../catalogue/shares/cover.ts";
import { type FILE_COLUMNS, fieldPairs } from "../../catalogue/shares/file-columns.ts";
import { pageOrder } from "../../catalogue/shares/file-previews.ts";
import { licenceText } from "../../catalogue/shares/licence.ts";
import { presentFile, presentOwn, presentShare } from "../../catalogue/shares/present.ts";
import { titleKey } from "../../catalogue/shares/share-row.ts";
import { type FileRow, shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import {
	presentPreview,
	type ShownRendition,
	shownPictures,
} from "../../files/previews/preview-of.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { soldOut } from "../../purchases/entitlements/access-sql.ts";
import { totalOfShare } from "../../purchases/entitlements/totals-sql.ts";

const FILES_SHOWN = 4;
const PAGE_ROWS = 50;

type ShareQuery = Omit<z.infer<typeof shareListQuery>, "most">;

const isSuspended = sql<number>`exists (select 1 from users
	where users.id = shares.creator_id and users.suspended_at is not null)`;
/** Titles without a key are older than the column. */
const sortedTitle = sql`coalesce(shares.title_key, lower(shares.title))`;

/** Groups amounts by currency, beginning with the highest in the currency of new shares. */
const within = (
	cents: SQL,
) => sql`(${cents} + 1000000000000 * (select iif(users.currency = shares.currency, 99,
	(select known.key from json_each(users.earlier_currencies) known where known.value = shares.currency))
	from users where users.id = shares.creator_id))`;

const ORDERS: Readonly<Record<ShareSort, { by: SQL; isRising: boolean }>> = {
	newest: { by: sql`shares.created_at`, isRising: false },
	oldest: { by: sql`shares.created_at`, isRising: true },
	title: { by: sortedTitle, isRising: true },
	price: { by: within(sql`shares.price_cents`), isRising: false },
	sales: { by: totalOfShare("sales"), isRising: false },
	earned: { by: within(totalOfShare("earned_cents")), isRising: false },
	views: { by: totalOfShare("views"), isRising: false },
};

/** Mirrors `displayedStatus`. */
const statusAt = (now: number) => sql`(case
	when shares.status = 'uploading' then 'uploading'
	when shares.status = 'taken_down' then 'removed'
	when shares.sale_mode = 'link' and ${totalOfShare("sales")} > 0 then 'completed'
	when shares.sale_mode = 'each' and ${soldOut()} then 'sold-out'
	when not shares.selling or coalesce(shares.expires_at <= ${now}, 0) or ${isSuspended} then 'stopped'
	when shares.sale_mode = 'link' then 'pending' else 'live' end)`;

/**
 * The cursor holds the share's position in the order, not just its id, so it stays valid after the share is
 * deleted.
 */
function comesAfter(cursor: string, sort: ShareSort): SQL {
	const [, value = "", id] = /^(.*)\.([\w-]+)$/s.exec(cursor) ?? [];
	const isText = sort === "title";
	if (id === undefined || !(isText || /^-?\d{1,15}$/.test(value)))
		throw invalidField("after", "Take this from the link to the next page, in the same order.");
	const { by, isRising } = ORDERS[sort];
	const place = sql`(${isText ? value : Number(value)}, ${id})`;
	return sql`and (${by}, shares.id) ${isRising ? sql`>` : sql`<`} ${place}`;
}

function pageOf(ctx: Ctx, creatorId: SQL<string | null>, wanted: ShareQuery): SQL {
	const { search = "", status, sort, shareId, externalId, after, limit = PAGE_ROWS } = wanted;
	const words = titleKey(search).split(/\s+/).filter(Boolean);
	const direction = ORDERS[sort].isRising ? sql`asc` : sql`desc`;
	return sql`(select shares.id as page_id, ${ORDERS[sort].by} as page_value from shares
		where shares.creator_id = ${creatorId} and shares.status <> 'deleted'
		${shareId === undefined ? sql`` : sql`and shares.slug = ${shareId}`}
		${externalId === undefined ? sql`` : sql`and shares.external_id = ${externalId}`}
		${status === undefined ? sql`` : sql`and ${statusAt(ctx.now())} = ${status}`}
		${sql.join(
			words.map((word) => sql`and instr(${sortedTitle}, ${word}) > 0`),
			sql` `,
		)}
		${after === undefined ? sql`` : comesAfter(after, sort)}
		order by page_value ${direction}, shares.id ${direction} limit ${limit + 1})`;
}

type ListedFile = Pick<
	FileRow,
	"id" | "originalName" | "mimeType" | "size" | "folderPath" | keyof typeof FILE_COLUMNS
> & { renditions: ShownRendition[] };

const firstFiles = sql<string>`(select json_group_array(json_object('id', first.id,
		'originalName', first.original_name, 'mimeType', first.mime_type, 'size', first.size,
		'folderPath', first.folder_path, ${fieldPairs("first")},
		'renditions', (
			select json_group_array(json_object('fileId', renditions.file_id, 'kind', renditions.kind,
				'hash', renditions.hash, 'width', renditions.width, 'height', renditions.height,
				'inline', renditions.inline, 'durationMs', renditions.duration_ms,
				'originalMs', renditions.original_ms, 'startMs', renditions.start_ms, 'pages', renditions.pages))
			from renditions where renditions.file_id = first.id)))
	from (select * from files where files.share_id = shares.id and shares.status = 'published'
		order by ${pageOrder} limit ${FILES_SHOWN}) first)`;

type ListedPart = { shareId: string; title: string; files: number; bytes: number; cover: string };

const bundleParts = () => sql<string>`(select json_group_array(json_object('shareId', part.slug,
		'title', part.title, 'files', part.file_count, 'bytes', part.total_size, 'cover', part.cover))
	from (select shares.slug, shares.title, shares.file_count, shares.total_size, ${coverColumn("creator")} as cover
		from bundle_parts within cross join shares on shares.id = within.share_id
		where within.bundle_id = page.page_id order by within.position) part)`;

const inBundles = sql<string>`(select json_group_array(json_object('shareId', bundle.slug, 'title', bundle.title))
	from bundle_parts within cross join shares bundle on bundle.id = within.bundle_id
	where within.share_id = page.page_id and bundle.status <> 'deleted')`;

function read(ctx: Ctx, creatorId: SQL<string | null>, wanted: ShareQuery) {
	const direction = ORDERS[wanted.sort].isRising ? sql`asc` : sql`desc`;
	return ctx.replica
		.select({
			share: shares,
			place: sql<string | number>`page.page_value`.as("place"),
			soldOut: soldOut().as("sold_out"),
			suspended: isSuspended.as("suspended"),
			cover: coverColumn("creator").as("cover"),
			sales: totalOfShare("sales").as("sales"),
			earned: totalOfShare("earned_cents").as("earned"),
			net: totalOfShare("net_cents").as("net"),
			licence: licenceText().as("licence"),
			views: totalOfShare("views").as("views"),
			pendingClaims: sql<number>`(select count(*) from purchases waiting
				where waiting.share_id = shares.id and waiting.state = 'claimed')`.as("pending_claims"),
			files: firstFiles.as("first_files"),
			parts: bundleParts().as("parts"),
			inBundles: inBundles.as("in_bundles"),
		})
		.from(shares)
		.innerJoin(sql`${pageOf(ctx, creatorId, wanted)} page`, sql`shares.id = page.page_id`)
		.orderBy(sql`page.page_value ${direction}, page.page_id ${direction}`);
}

function bundleOf(ownedParts: OwnedParts, parts: readonly ListedPart[]) {
	const cover = parts.find((part) => part.cover)?.cover ?? null;
	return {
		...(cover !== null && { cover: presentCover(cover) }),
		fileCount: parts.reduce((sum, { files }) => sum + files, 0),
		totalSize: parts.reduce((sum, { bytes }) => sum + bytes, 0),
		bundle: { ownedParts, parts: parts.map(({ shareId, title }) => ({ shareId, title })) },
	};
}

type Row = Awaited<ReturnType<typeof read>>[number];

function presentRow(ctx: Ctx, { share, place: _, files, parts, inBundles, ...row }: Row): MyShare {
	const isTakenDown = share.status === "taken_down";
	const selling = share.selling && !isTakenDown && !row.suspended;
	const access = { isPaid: row.sales > 0, isOwner: true, soldOut: Boolean(row.soldOut) };
	const shown = presentShare({ ...share, selling }, access, ctx.now());
	const listedFiles = JSON.parse(files) as ListedFile[];
	return {
		...shown,
		status: isTakenDown ? "taken_down" : shown.status,
		cover: isTakenDown ? null : presentCover(row.cover),
		files: listedFiles.map(({ renditions, ...file }) =>
			presentFile(file, presentPreview(file, shownPictures(share), renditions)),
		),
		sales: row.sales,
		earned: priceOf(row.earned),
		net: priceOf(row.net),
		views: row.views,
		licence: row.licence,
		pendingClaims: row.pendingClaims,
		...presentOwn(share),
		...(inBundles !== "[]" && { inBundles: JSON.parse(inBundles) as MyShare["inBundles"] }),
		...(share.ownedParts && bundleOf(share.ownedParts, JSON.parse(parts) as ListedPart[])),
	};
}

export type MySharePage = { shares: MyShare[]; next: string | null };

/** Throws `request.invalid` for an `after` that isn't a position in this order. */
export async function myShares(
	ctx: Ctx,
	creatorId: SQL<string | null>,
	wanted: ShareQuery,
): Promise<MySharePage> {
	const rows = await read(ctx, creatorId, wanted);
	const { limit = PAGE_ROWS } = wanted;
	const page = rows.slice(0, limit);
	const last = rows.length > limit ? page.at(-1) : undefined;
	return {
		shares: page.map((row) => presentRow(ctx, row)),
		next: last ? `${last.place}.${last.share.id}` : null,
	};
}
