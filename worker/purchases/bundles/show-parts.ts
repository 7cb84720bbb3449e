import { eq, type SQL, sql } from "drizzle-orm";
import type { Bundle, BundlePart, ListedShare } from "../../catalogue/shares/contract/shares.ts";
import { coverColumn, presentCover } from "../../catalogue/shares/cover.ts";
import { bundleParts, type ShareRow, shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { iconOf } from "../../files/contract/file-types.ts";
import { closedTo, heldPurchase } from "../entitlements/access-sql.ts";
import { ownTerms, type PartState, separateCents, shownChange } from "./own-price.ts";
import { isDownloadable, isFreeByLink } from "./parts-sql.ts";

/** `bundleId` is an expression. */
export function bundlePartsQuery(ctx: Ctx, bundleId: SQL) {
	return ctx.replica
		.select({
			id: shares.id,
			slug: shares.slug,
			title: shares.title,
			currency: shares.currency,
			cents: shares.priceCents,
			pricing: shares.pricing,
			status: shares.status,
			selling: shares.selling,
			expiresAt: shares.expiresAt,
			fileCount: shares.fileCount,
			totalSize: shares.totalSize,
			changedAt: shares.changedAt,
			offered: sql<number>`${isDownloadable(ctx)}`.as("part_offered"),
			held: sql<number>`${heldPurchase(ctx)} is not null`.as("part_held"),
			free: isFreeByLink(ctx).as("part_free"),
			closed: closedTo(ctx).as("part_closed"),
			cover: coverColumn().as("part_cover"),
			types: sql<string>`(select json_group_array(json_array(kind.type, kind.n)) from (
				select mime_type as type, count(*) as n from files where files.share_id = shares.id
				group by mime_type order by min(files.position)) kind)`.as("part_types"),
		})
		.from(bundleParts)
		.innerJoin(shares, eq(shares.id, bundleParts.shareId))
		.where(eq(bundleParts.bundleId, bundleId))
		.orderBy(bundleParts.position);
}

type PartRow = Awaited<ReturnType<typeof bundlePartsQuery>>[number];

export function statesOf(rows: readonly PartRow[]): PartState[] {
	return rows.map(({ id, cents, offered, held, free, changedAt }) => ({
		id,
		cents,
		changedAt,
		offered: Boolean(offered),
		held: Boolean(held),
		free: Boolean(free),
	}));
}

function kindsOf(types: string): ListedShare["kinds"] {
	const kinds: Record<string, ListedShare["kinds"][number]> = {};
	for (const [type, n] of JSON.parse(types) as [string, number][]) {
		const kind = iconOf(type);
		kinds[kind] = { kind, n: (kinds[kind]?.n ?? 0) + n };
	}
	return Object.values(kinds).sort((a, b) => b.n - a.n);
}

function presentPart(row: PartRow, now: number): BundlePart {
	return {
		shareId: row.slug,
		title: row.title,
		currency: row.currency,
		price: priceOf(row.cents),
		pricing: row.pricing,
		fileCount: row.fileCount,
		totalSize: row.totalSize,
		kinds: kindsOf(row.types),
		// No picture of a part whose page the viewer may not see.
		cover: row.closed === null ? presentCover(row.cover) : null,
		isPaid: Boolean(row.held || row.free),
		selling: row.selling && (row.expiresAt === null || row.expiresAt > now),
	};
}

/** Omits parts that were taken down. */
export function presentBundle(ctx: Ctx, bundle: ShareRow, rows: readonly PartRow[]): Bundle {
	const states = statesOf(rows);
	const own = ownTerms(bundle, states).priceCents;
	return {
		ownedParts: bundle.ownedParts ?? "full",
		parts: rows
			.filter(({ status }) => status === "published")
			.map((row) => presentPart(row, ctx.now())),
		separately: priceOf(separateCents(states)),
		ownPrice: own === bundle.priceCents ? null : priceOf(own),
	};
}

/** With the sums of its parts; for sale while all of them can be downloaded. */
export function withParts(bundle: ShareRow, rows: readonly PartRow[]): ShareRow {
	const states = statesOf(rows);
	const shown = rows.filter(({ status }) => status === "published");
	return {
		...bundle,
		selling: bundle.selling && states.every(({ offered }) => offered),
		changedAt: shownChange(bundle, states),
		fileCount: shown.reduce((sum, { fileCount }) => sum + fileCount, 0),
		totalSize: shown.reduce((sum, { totalSize }) => sum + totalSize, 0),
	};
}
