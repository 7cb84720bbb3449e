import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { renditions } from "../../files/previews/tables.ts";
import { differenceOf } from "../../platform/storage/stored-object.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { Finding } from "./findings.ts";

const MAX_ROWS = 100;
const ROWS_AT_ONCE = 1000;
const SOLD: ReadonlySet<string> = new Set(["paid", "disputed", "refunded"]);

/**
 * Finds published shares whose number of files or total size differs from their files'; `next` is null at the end.
 */
export async function checkShares(
	ctx: Ctx,
	after: string,
): Promise<{ findings: Finding[]; next: string | null }> {
	const rows = await ctx.db
		.select({
			id: shares.id,
			status: shares.status,
			count: shares.fileCount,
			size: shares.totalSize,
			files: sql<number>`(select count(*) from files where files.share_id = shares.id)`,
			bytes: sql<number>`(select coalesce(sum(size), 0) from files where files.share_id = shares.id)`,
		})
		.from(shares)
		.where(gt(shares.id, after))
		.orderBy(shares.id)
		.limit(ROWS_AT_ONCE);
	const broken = rows.filter(
		({ status, ...row }) =>
			(status === "published" || status === "taken_down") &&
			(row.count !== row.files || row.size !== row.bytes),
	);
	return {
		findings: broken.map((row) => ({
			problem: "sum",
			shareId: row.id,
			expected: `${row.count} files, ${row.size} bytes`,
			found: `${row.files} files, ${row.bytes} bytes`,
		})),
		next: rows.length < ROWS_AT_ONCE ? null : (rows.at(-1)?.id ?? null),
	};
}

/**
 * Finds purchases wrongly marked as to whether their ledger entries at the platform sum to 0 (transfers are found
 * by this mark), revoked ones that were never paid, and those of a bundle that open nothing.
 */
export async function checkPurchases(
	ctx: Ctx,
	after: string,
): Promise<{ findings: Finding[]; next: string | null }> {
	const rows = await ctx.db
		.select({
			id: purchases.id,
			shareId: purchases.shareId,
			state: purchases.state,
			revokedAt: purchases.revokedAt,
			marked: sql<number>`${purchases.unbalancedAt} is not null`,
			cents: sql<number>`(select coalesce(sum(amount_cents), 0) from ledger
				where ledger.purchase_id = purchases.id and ledger.account = 'platform')`,
			isEmpty: sql<number>`exists (select 1 from shares where shares.id = purchases.share_id
				and shares.owned_parts is not null) and not exists (select 1 from purchase_parts
				where purchase_parts.purchase_id = purchases.id)`,
		})
		.from(purchases)
		.where(gt(purchases.id, after))
		.orderBy(purchases.id)
		.limit(ROWS_AT_ONCE);
	const broken = rows.filter(({ marked, cents }) => (marked === 1) !== (cents !== 0));
	const revoked = rows.filter((row) => row.revokedAt !== null && !SOLD.has(row.state));
	const empty = rows.filter((row) => row.isEmpty === 1);
	return {
		findings: [
			...empty.map(({ id, shareId }) => ({
				problem: "parts",
				shareId,
				purchaseId: id,
				expected: "parts of the bundle",
				found: "none",
			})),
			...broken.map(({ id, shareId, marked, cents }) => ({
				problem: "ledger",
				shareId,
				purchaseId: id,
				expected: marked ? "cents at the platform" : "0 cents at the platform",
				found: `${cents} cents`,
			})),
			...revoked.map(({ id, shareId, state }) => ({
				problem: "revoked",
				shareId,
				purchaseId: id,
				expected: "a purchase that was paid",
				found: state,
			})),
		],
		next: rows.length < ROWS_AT_ONCE ? null : (rows.at(-1)?.id ?? null),
	};
}

/** Compares the objects of renditions with their rows. */
export async function checkRenditions(
	ctx: Ctx,
	after: string,
): Promise<{ findings: Finding[]; next: string | null }> {
	const [fileId = "", kind = ""] = after.split(":");
	const rows = await ctx.db
		.select({ row: renditions })
		.from(renditions)
		.innerJoin(shares, eq(shares.id, renditions.shareId))
		.where(
			and(
				eq(shares.status, "published"),
				isNotNull(renditions.objectKey),
				sql`(${renditions.fileId}, ${renditions.kind}) > (${fileId}, ${kind})`,
			),
		)
		.orderBy(renditions.fileId, renditions.kind)
		.limit(MAX_ROWS);
	const findings: Finding[] = [];
	for (const { row } of rows) {
		const key = row.objectKey ?? "";
		const difference = differenceOf(await ctx.files.head(key), { size: row.size, etag: row.etag });
		if (difference) findings.push({ shareId: row.shareId, fileId: row.fileId, key, ...difference });
	}
	const last = rows.at(-1)?.row;
	return {
		findings,
		next: last && rows.length === MAX_ROWS ? `${last.fileId}:${last.kind}` : null,
	};
}
