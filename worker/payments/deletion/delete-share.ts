import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { CreatorCtx, Ctx } from "../../context.ts";
import type { BuyersChoice } from "../../contract/shares.ts";
import { failure } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import { runPurges } from "../../platform/storage/purge.ts";
import { shares } from "../../shares/tables.ts";
import {
	staleCreatorPages,
	staleCreatorRenditions,
	stalePages,
	staleRenditions,
} from "../../stale-pages.ts";
import { finishDeletion } from "./finish-deletion.ts";

const DAY = 24 * 60 * 60 * 1000;
/** How many shares an account's deletion waits for; the cron handles the rest. */
const SHARE_CONCURRENCY = 25;
const RUN_MS = 20_000;

/** Not deleted yet, or deleted with steps left to do. */
const DELETABLE = or(ne(shares.status, "deleted"), isNotNull(shares.deletion));

/** Until when buyers may download what is deleted now, in ms. */
export function retentionEnd(ctx: Ctx): number {
	return ctx.now() + ctx.config.DELETED_SHARE_KEEP_DAYS * DAY;
}

/**
 * Ends the sale of the shares that match `where` and unpublishes them, in one statement: a payment that
 * succeeds later finds no stock and is refunded. Where there are buyers, the content is kept for them;
 * content that an operator took down is kept for no one. Repeating it moves no date, and can only change
 * `keep` to `refund`. `purges` request that caches forget the shares. Returns the ids (`shares.id`) of
 * shares with steps left to do.
 */
async function begin(
	ctx: Ctx,
	where: SQL | undefined,
	buyers: BuyersChoice,
	purges: readonly BatchItem<"sqlite">[],
): Promise<string[]> {
	const bought = sql`exists (select 1 from purchases where purchases.share_id = shares.id
		and purchases.state in ('paid', 'disputed'))`;
	const deleting = ctx.db
		.update(shares)
		.set({
			status: "deleted",
			selling: false,
			deletedAt: sql`coalesce(${shares.deletedAt}, ${ctx.now()})`,
			keptUntil: sql`case when ${shares.status} = 'deleted' then ${shares.keptUntil}
				when ${shares.status} = 'published' and ${bought} then ${retentionEnd(ctx)} end`,
			deletion:
				buyers === "refund"
					? "refund"
					: sql`case when ${shares.status} = 'deleted' then ${shares.deletion} else 'tell' end`,
		})
		.where(and(where, DELETABLE))
		.returning({ id: shares.id });
	const [rows] = await repeatable(() => ctx.db.batch([deleting, ...purges]));
	return rows.map(({ id }) => id);
}

/** Whatever cannot be done now is left to the cron: a deletion that has begun is always finished. */
async function finish(ctx: Ctx, id: string): Promise<void> {
	try {
		await finishDeletion(ctx, id);
	} catch (error) {
		log("warn", "deletion.postponed", { share: id, ...serializeError(error) });
	}
}

/**
 * Deletes the creator's share. Its buyers can go on downloading for a period, or are refunded first. Can
 * be repeated until the content is removed. Throws `share.not_found`.
 */
export async function deleteShare(
	ctx: CreatorCtx,
	input: { slug: string; buyers: BuyersChoice },
): Promise<void> {
	const own = and(eq(shares.slug, input.slug), eq(shares.creatorId, ctx.user.id));
	const [id] = await begin(ctx, own, input.buyers, [
		stalePages(ctx, own),
		staleRenditions(ctx, own),
	]);
	if (id === undefined) throw failure("share.not_found");
	await finish(ctx, id);
	// The cron does this too; doing it here saves the wait.
	ctx.inBackground(() =>
		runPurges(ctx).catch((error: unknown) => log("warn", "purge.postponed", serializeError(error))),
	);
}

/**
 * Deletes every share of a creator whose account is being deleted; if there are many, the cron finishes
 * the rest. Idempotent.
 */
export async function deleteSharesOfCreator(
	ctx: Ctx,
	userId: string,
	{ buyers }: { buyers: BuyersChoice },
): Promise<void> {
	const ids = await begin(ctx, eq(shares.creatorId, userId), buyers, [
		staleCreatorPages(ctx, userId),
		staleCreatorRenditions(ctx, userId),
	]);
	const end = ctx.now() + RUN_MS;
	for (const id of ids.slice(0, SHARE_CONCURRENCY)) if (ctx.now() < end) await finish(ctx, id);
}
