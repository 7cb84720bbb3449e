import { and, eq, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { eraseShare } from "../../catalogue/shares/erase-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { declineClaims, endAttempts } from "./end-attempts.ts";
import { notifyBuyers } from "./notify-buyers.ts";
import { refundBuyers } from "./refund-buyers.ts";

/** ms for downloads that begin in the last minute of the period */
const LAST_DOWNLOADS_MS = 24 * 60 * 60 * 1000;
const SHARES_PER_RUN = 50;

type Step = NonNullable<(typeof shares.$inferSelect)["deletion"]>;

/** No effect if another run or another choice came first. */
async function advance(ctx: Ctx, id: string, step: Step, set: { keptUntil?: SQL } = {}) {
	await ctx.db
		.update(shares)
		.set({ deletion: step === "refund" ? "tell" : "kept", ...set })
		.where(and(eq(shares.id, id), eq(shares.deletion, step)));
}

async function read(ctx: Ctx, id: string) {
	const [row] = await ctx.db
		.select()
		.from(shares)
		.where(and(eq(shares.id, id), isNotNull(shares.deletion)));
	return row;
}

/**
 * Does all steps that are possible now for a deleted share (`shares.id`); its content is removed immediately or after
 * the period. Each step can be repeated.
 */
export async function finishDeletion(ctx: Ctx, id: string): Promise<void> {
	if ((await read(ctx, id))?.deletion === "refund") {
		if (!(await refundBuyers(ctx, id))) return;
		// For refunded buyers the content need not be kept.
		await advance(ctx, id, "refund", {
			keptUntil: sql`case when ${shares.status} = 'taken_down' or exists (select 1 from purchases where ${openingOf(sql`shares.id`)}
				and purchases.state in ('paid', 'disputed')) then ${shares.keptUntil} end`,
		});
	}
	const reported = await read(ctx, id);
	if (reported?.deletion === "tell") {
		for (const clear of ctx.handlers.afterDelete) await clear(ctx, id);
		await endAttempts(ctx, openingOf(sql`${id}`));
		if (!(await declineClaims(ctx, id))) return;
		if (reported.status !== "taken_down" && reported.keptUntil !== null)
			await notifyBuyers(ctx, { ...reported, keptUntil: reported.keptUntil });
		await advance(ctx, id, "tell");
	}
	const current = await read(ctx, id);
	if (current?.deletion !== "kept") return;
	if (current.keptUntil === null || current.keptUntil + LAST_DOWNLOADS_MS <= ctx.now())
		await eraseShare(ctx, id);
}

/** Continues deletions that failed, wait for the provider, or are due. */
export async function finishDeletions(ctx: Ctx): Promise<void> {
	const now = ctx.now();
	// Two statements, each with its partial index.
	const [ready, over] = await ctx.db.batch([
		ctx.db
			.select({ id: shares.id })
			.from(shares)
			.where(
				sql`deletion is not null and (deletion <> 'kept' or kept_until is null)
					and ${lte(shares.deletedAt, now)}`,
			)
			.orderBy(shares.deletedAt)
			.limit(SHARES_PER_RUN),
		ctx.db
			.select({ id: shares.id })
			.from(shares)
			.where(sql`deletion is not null and ${lt(shares.keptUntil, now - LAST_DOWNLOADS_MS)}`)
			.orderBy(shares.keptUntil)
			.limit(SHARES_PER_RUN),
	]);
	for (const id of new Set([...ready, ...over].map((share) => share.id))) {
		try {
			await finishDeletion(ctx, id);
		} catch (error) {
			log("error", "deletion.not_finished", { share: id, ...serializeError(error) });
		}
	}
}
