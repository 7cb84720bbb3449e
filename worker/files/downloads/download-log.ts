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
};

function entryOf(ctx: Ctx, { request, shareId, access, what }: Taken) {
	const { cf } = request as Request<unknown, IncomingRequestCfProperties>;
	return {
		id: ctx.id(),
		shareId,
		// A viewer in `link` mode need not be the buyer.
		purchaseId: access.as === "buyer" ? access.purchaseId : null,
		what,
		at: ctx.now(),
		country: cf?.country ?? null,
		userAgent: request.headers.get("User-Agent")?.slice(0, 300) ?? null,
	};
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
	const { access } = taken;
	const entry = entryOf(ctx, taken);
	record(ctx, async () => {
		await repeatable(() => ctx.db.insert(downloadLog).values(entry).onConflictDoNothing());
		if (access.as === "buyer") await recordUse(ctx, access.purchaseId);
	});
}

/**
 * Records that a purchase has opened content missing from the log: a later range, a displayed picture or film,
 * anything in `link` mode. Once per purchase, and only while its buyer's address is unknown: afterwards that is no
 * longer a reason for a refund.
 */
export function recordTaken(ctx: Ctx, taken: Taken): void {
	const { access } = taken;
	if (access.as !== "buyer" && access.as !== "link") return;
	const { purchaseId } = access;
	const entry = { ...entryOf(ctx, taken), purchaseId };
	const isFirst = sql`${purchaseIs(purchaseId, sql`purchases.buyer_email is null`)}
		and not exists (select 1 from download_log where download_log.purchase_id = ${purchaseId})`;
	record(ctx, () => repeatable(() => insertWhen(ctx.db, downloadLog, entry, isFirst)));
}

/** Removes the downloading browser last if a purchase has too many holders. */
async function recordUse(ctx: Ctx, purchaseId: string): Promise<void> {
	const requester = ctx.db
		.select({ id: buyers.id })
		.from(buyers)
		.where(eq(buyers.tokenHash, ctx.credentials.buyerHash ?? ""));
	await ctx.db
		.update(purchaseHolders)
		.set({ usedAt: ctx.now() })
		.where(
			and(eq(purchaseHolders.purchaseId, purchaseId), inArray(purchaseHolders.buyerId, requester)),
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
