import { and, count, eq, inArray, max, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { Access } from "../../purchases/entitlements/authorise.ts";
import { buyers, purchaseHolders } from "../../purchases/entitlements/tables.ts";
import { purchaseIs } from "../../purchases/purchase-transitions.ts";
import { downloadLog } from "./tables.ts";

/** `what` as in `download_log`. */
type Taken = {
	readonly request: Request;
	readonly shareId: string;
	readonly access: Access;
	readonly what: string;
	/** of an archive of single files, all that it has files of */
	readonly purchaseIds?: readonly string[] | undefined;
};

const purchasesOf = ({ access, purchaseIds }: Taken): readonly string[] =>
	purchaseIds ?? ("purchaseId" in access ? [access.purchaseId] : []);

/** One entry for each purchase (`opened`), or a single one without a purchase. */
function insertEntries(
	ctx: Ctx,
	{ request, shareId, what }: Taken,
	purchaseIds: readonly (string | null)[],
	condition = sql`true`,
) {
	const { cf } = request as Request<unknown, IncomingRequestCfProperties>;
	const entry = {
		id: sql`${ctx.id()} || opened.key`,
		shareId,
		purchaseId: sql`opened.value`,
		what,
		at: ctx.now(),
		country: cf?.country ?? null,
		userAgent: request.headers.get("User-Agent")?.slice(0, 300) ?? null,
	};
	const opened = sql`json_each(${JSON.stringify(purchaseIds)}) opened`;
	return insertWhen(ctx.db, downloadLog, entry, condition, opened).onConflictDoNothing();
}

/** Writes after the response; failures are only logged. */
function record(ctx: Ctx, write: () => Promise<unknown>): void {
	ctx.inBackground(async () => {
		try {
			await write();
		} catch (error) {
			log("error", "download.not_recorded", serializeError(error));
		}
	});
}

export function recordDownload(ctx: Ctx, taken: Taken): void {
	// A viewer in `link` mode need not be the buyer.
	const purchaseIds = taken.access.as === "buyer" ? purchasesOf(taken) : [];
	const entries = insertEntries(ctx, taken, purchaseIds.length > 0 ? purchaseIds : [null]);
	record(ctx, async () => {
		await repeatable(() => entries);
		if (purchaseIds.length > 0) await recordUse(ctx, purchaseIds);
	});
}

/**
 * Records that a purchase has opened content missing from the log: a later range, a displayed picture or film,
 * anything in `link` mode. Once per purchase, and only while its buyer's address is unknown: afterwards that is no
 * longer a reason for a refund.
 */
export function recordTaken(ctx: Ctx, taken: Taken): void {
	const purchaseIds = purchasesOf(taken);
	if (purchaseIds.length === 0) return;
	const isFirst = sql`${purchaseIs(sql`opened.value`, sql`purchases.buyer_email is null`)}
		and not exists (select 1 from download_log where download_log.purchase_id = opened.value)`;
	const entries = insertEntries(ctx, taken, purchaseIds, isFirst);
	record(ctx, () => repeatable(() => entries));
}

/** Removes the downloading browser last if a purchase has too many holders. */
async function recordUse(ctx: Ctx, purchaseIds: readonly string[]): Promise<void> {
	const requester = ctx.db
		.select({ id: buyers.id })
		.from(buyers)
		.where(eq(buyers.tokenHash, ctx.credentials.buyerHash ?? ""));
	await ctx.db
		.update(purchaseHolders)
		.set({ usedAt: ctx.now() })
		.where(
			and(
				sql`${purchaseHolders.purchaseId} in (select value from json_each(${JSON.stringify(purchaseIds)}))`,
				inArray(purchaseHolders.buyerId, requester),
			),
		);
}

/** Leaves out the downloaders' identity, which belongs to the buyers' data. */
export async function exportDownloads(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select({ shareId: shares.slug, downloads: count(), lastAt: max(downloadLog.at) })
		.from(downloadLog)
		.innerJoin(shares, eq(shares.id, downloadLog.shareId))
		.where(eq(shares.creatorId, userId))
		.groupBy(shares.slug);
	return rows.map(({ lastAt, ...row }) => ({
		...row,
		lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
	}));
}
