import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import { buyers, purchaseHolders } from "../../purchases/entitlements/tables.ts";
import type { Entitled } from "./require-entitlement.ts";
import { downloadLog } from "./tables.ts";

type Downloaded = {
	entitled: Entitled;
	what: string;
	userAgent: string | null;
	country: string | null;
};

/** Writes one entry into the access log. A failure is logged and never fails the download. */
export async function recordDownload(
	ctx: Ctx,
	{ entitled: { share, access }, what, userAgent, country }: Downloaded,
): Promise<void> {
	try {
		const entry = {
			id: ctx.id(),
			shareId: share.id,
			// The viewer of a share in `link` mode need not be the one who paid.
			purchaseId: access.as === "buyer" ? access.purchaseId : null,
			what,
			at: ctx.now(),
			country,
			userAgent: userAgent?.slice(0, 300) ?? null,
		};
		await repeatable(() => ctx.db.insert(downloadLog).values(entry).onConflictDoNothing());
		if (access.as === "buyer") await recordUse(ctx, access.purchaseId);
	} catch (error) {
		log("error", "download.not_recorded", serializeError(error));
	}
}

/**
 * Records use: a browser that downloads is among the last to be removed when a purchase has too many
 * holders.
 */
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
