import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { dropParts, isInNoBundle, requireInNoBundle } from "../../catalogue/shares/bundle-parts.ts";
import type { BuyersChoice } from "../../catalogue/shares/contract/shares.ts";
import { notYours } from "../../catalogue/shares/fetch-own-share.ts";
import { sharesDeleted } from "../../catalogue/shares/share-events.ts";
import { type ShareRow, shares } from "../../catalogue/shares/tables.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import {
	staleCreatorPages,
	staleCreatorRenditions,
	stalePages,
	staleRenditions,
} from "../../core/stale-pages.ts";
import { failure } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { runPurges } from "../../platform/queue/purge.ts";
import { repeatable } from "../../platform/retrying.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { nextRevision, unlessChanged } from "../../platform/storage/revisions.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { finishDeletion } from "./finish-deletion.ts";

const DAY = 24 * 60 * 60 * 1000;
/** The cron handles the rest. */
const SHARE_CONCURRENCY = 25;
const RUN_MS = 20_000;

/** Also holds for deleted shares with steps left to do. */
const DELETABLE = or(ne(shares.status, "deleted"), isNotNull(shares.deletion));

const hasBegun = sql`(shares.status = 'deleted' or shares.deletion is not null)`;

/** A bundle with sales to refund, whose buyers may still have its parts. */
const isSoldDeleted = sql`(shares.status = 'deleted' and shares.owned_parts is not null
	and exists (select 1 from purchases join purchase_parts on purchase_parts.purchase_id = purchases.id
		join shares part on part.id = purchase_parts.share_id
		where purchases.share_id = shares.id and purchases.state = 'paid' and purchases.route = 'card'
		and (part.status <> 'deleted' or part.deletion is not null)))`;

export function retentionEnd(ctx: Ctx): number {
	return ctx.now() + ctx.config.DELETED_SHARE_KEEP_DAYS * DAY;
}

type Deletion = { creatorId: string; buyers: BuyersChoice; deletedToo: boolean };

/**
 * Ends sales of the matching shares and unpublishes them, in one statement: a payment that succeeds later finds no
 * stock and is refunded. Content is kept for buyers, and for the operator who took a share down. A repetition moves
 * no date, and can only change `keep` to `refund`. A bundle is kept only if its parts are `deletedToo`. Returns the
 * ids (`shares.id`) of shares with steps left to do.
 */
async function begin(
	ctx: Ctx,
	where: SQL | undefined,
	{ creatorId, buyers, deletedToo }: Deletion,
	/** read the old state */
	others: readonly BatchItem<"sqlite">[],
): Promise<string[]> {
	const bought = sql`exists (select 1 from purchases where ${openingOf(sql`shares.id`)}
		and purchases.state in ('paid', 'disputed')) and (shares.owned_parts is null or ${deletedToo})`;
	const deleting = ctx.db
		.update(shares)
		.set({
			status: sql`case when ${shares.status} = 'taken_down' then 'taken_down' else 'deleted' end`,
			selling: false,
			...nextRevision(ctx, shares),
			deletedAt: sql`coalesce(${shares.deletedAt}, ${ctx.now()})`,
			keptUntil: sql`case when ${hasBegun} then ${shares.keptUntil} when ${shares.status} = 'taken_down'
				or ${shares.status} = 'published' and ${bought} then ${retentionEnd(ctx)} end`,
			deletion:
				buyers === "refund"
					? "refund"
					: sql`case when ${hasBegun} then ${shares.deletion} else 'tell' end`,
		})
		.where(and(where, deletedToo && buyers === "refund" ? or(DELETABLE, isSoldDeleted) : DELETABLE))
		.returning({ id: shares.id, ownedParts: shares.ownedParts });
	const parts = dropParts(ctx, and(where, hasBegun));
	const { rows } = await repeatable(() =>
		namedBatch(ctx.db, {
			guard: unlessChanged(ctx, shares, where),
			announced: sharesDeleted(ctx, creatorId, where),
			others,
			rows: deleting,
			parts,
		}),
	);
	// Bundles first: their refunded buyers need no part kept.
	const isBundle = (row: (typeof rows)[number]) => Number(row.ownedParts !== null);
	return rows.toSorted((a, b) => isBundle(b) - isBundle(a)).map(({ id }) => id);
}

/** The deletion is repeated until it is done, but recorded once. */
function recordDeletion(ctx: CreatorCtx, where: SQL | undefined) {
	const deleted = {
		act: "share.deleted",
		subjectId: sql`shares.id`,
		details: sql`json_object('subject', shares.title)`,
	} as const;
	return recordOwnAct(ctx, ctx.user.id, deleted, sql`${where} and not ${hasBegun}`, sql`shares`);
}

async function finish(ctx: Ctx, id: string): Promise<void> {
	try {
		await finishDeletion(ctx, id);
	} catch (error) {
		log("warn", "deletion.postponed", { share: id, ...serializeError(error) });
	}
}

/** Creators can't remove evidence. Throws `share.kept_as_evidence`. */
export function requireDeletable({ status }: Pick<ShareRow, "status">): void {
	if (status === "taken_down") throw failure("share.kept_as_evidence");
}

/**
 * Can be repeated until the content is removed. Throws `share.not_found`, `share.in_bundle` for a part of one,
 * `share.kept_as_evidence`.
 */
export async function deleteShare(
	ctx: CreatorCtx,
	input: { slug: string; buyers: BuyersChoice },
): Promise<void> {
	const named = and(eq(shares.slug, input.slug), eq(shares.creatorId, ctx.user.id));
	const own = and(named, isInNoBundle, ne(shares.status, "taken_down"));
	const [id] = await begin(
		ctx,
		own,
		{ creatorId: ctx.user.id, buyers: input.buyers, deletedToo: false },
		[recordDeletion(ctx, own), stalePages(ctx, own), staleRenditions(ctx, own)],
	);
	if (id === undefined) {
		const [refused] = await ctx.db
			.select({ id: shares.id, status: shares.status })
			.from(shares)
			.where(named);
		if (refused) {
			requireDeletable(refused);
			await requireInNoBundle(ctx, refused.id);
		}
		throw notYours();
	}
	await finish(ctx, id);
	// Saves waiting for the cron.
	ctx.inBackground(() =>
		runPurges(ctx).catch((error: unknown) => log("warn", "purge.postponed", serializeError(error))),
	);
}

/** Idempotent; the cron finishes the rest. */
export async function deleteSharesOfCreator(
	ctx: Ctx,
	userId: string,
	{ buyers }: { buyers: BuyersChoice },
): Promise<void> {
	const ids = await begin(
		ctx,
		eq(shares.creatorId, userId),
		{ creatorId: userId, buyers, deletedToo: true },
		[staleCreatorPages(ctx, userId), staleCreatorRenditions(ctx, userId)],
	);
	const end = ctx.now() + RUN_MS;
	for (const id of ids.slice(0, SHARE_CONCURRENCY)) if (ctx.now() < end) await finish(ctx, id);
}
