import { and, desc, eq, sql } from "drizzle-orm";
import { givenName } from "../../accounts/contract.ts";
import { requireVerified } from "../../accounts/requirements.ts";
import { fetchOwnShare } from "../../catalogue/shares/fetch-own-share.ts";
import { UPDATE_MAILS_PER_MINUTE } from "../../contract/constants.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import { failure } from "../../platform/errors.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { BuyerUpdate, BuyerUpdates } from "./contract.ts";
import { aroundUpdate } from "./mails.ts";
import { reachableBuyers } from "./recipients.ts";
import { buyerUpdates, updateRecipients } from "./tables.ts";

/** Between messages to a share's buyers. */
const PAUSE_MS = DAY_MS;
const SHOWN = 10;

type UpdateRow = typeof buyerUpdates.$inferSelect & { sent: number };

const present = (row: UpdateRow): BuyerUpdate => ({
	id: row.id,
	text: row.text,
	createdAt: new Date(row.createdAt).toISOString(),
	recipients: row.recipients,
	sent: row.sent,
	finished: row.finishedAt !== null,
});

/** Throws `share.not_found`. */
export async function fetchUpdates(
	ctx: CreatorCtx,
	{ slug }: { slug: string },
): Promise<BuyerUpdates> {
	const share = await fetchOwnShare(ctx, slug);
	const [counted, rows] = await Promise.all([
		ctx.db.all<{ buyers: number }>(
			sql`select count(*) as buyers from ${reachableBuyers(share.id)}`,
		),
		ctx.db
			.select({
				id: buyerUpdates.id,
				shareId: buyerUpdates.shareId,
				text: buyerUpdates.text,
				creatorId: buyerUpdates.creatorId,
				recipients: buyerUpdates.recipients,
				createdAt: buyerUpdates.createdAt,
				finishedAt: buyerUpdates.finishedAt,
				sent: sql<number>`(select count(*) from buyer_update_recipients
					where buyer_update_recipients.update_id = buyer_updates.id
					and buyer_update_recipients.outcome = 'queued')`,
			})
			.from(buyerUpdates)
			.where(eq(buyerUpdates.shareId, share.id))
			.orderBy(desc(buyerUpdates.createdAt))
			.limit(SHOWN),
	]);
	const buyers = counted[0]?.buyers ?? 0;
	const nextAt = (rows[0]?.createdAt ?? 0) + PAUSE_MS;
	const creator = givenName(ctx.user);
	const around = aroundUpdate(mailLanguage(ctx.user.locale), { creator, title: share.title });
	return {
		buyers,
		minutes: Math.ceil(buyers / UPDATE_MAILS_PER_MINUTE),
		nextAt: nextAt > ctx.now() ? new Date(nextAt).toISOString() : null,
		mail: { ...around, subject: `${around.subject}: ${share.title}` },
		updates: rows.map(present),
	};
}

/**
 * A job queues the mails at its pace. Throws `account.email_unverified`, `share.not_found`, `update.too_soon`,
 * `update.no_buyers`.
 */
export async function sendUpdate(
	ctx: CreatorCtx,
	{ slug, text }: { slug: string; text: string },
): Promise<BuyerUpdate> {
	await requireVerified(ctx);
	const share = await fetchOwnShare(ctx, slug);
	if (share.status !== "published") throw failure("share.not_found");
	const id = ctx.id();
	const at = ctx.now();
	const isMade = sql`exists (select 1 from buyer_updates where buyer_updates.id = ${id})`;
	const own = eq(buyerUpdates.id, id);
	const row = { id, shareId: share.id, creatorId: ctx.user.id, text, createdAt: at };
	const [made, , updated] = await ctx.db.batch([
		// In one statement, so that two concurrent calls send one message.
		insertWhen(
			ctx.db,
			buyerUpdates,
			row,
			sql`not exists (select 1 from buyer_updates earlier
				where earlier.share_id = ${share.id} and earlier.created_at > ${at - PAUSE_MS})`,
		).returning({ id: buyerUpdates.id }),
		insertWhen(
			ctx.db,
			updateRecipients,
			{
				updateId: id,
				address: sql`reached.address`,
				purchaseId: sql`reached.purchase_id`,
				unconfirmed: sql`reached.unconfirmed`,
				nextAt: at,
			},
			isMade,
			sql`${reachableBuyers(share.id)} reached`,
		).onConflictDoNothing(),
		ctx.db
			.update(buyerUpdates)
			.set({
				recipients: sql`(select count(*) from buyer_update_recipients
					where buyer_update_recipients.update_id = ${id})`,
			})
			.where(own)
			.returning(),
		// Without recipients, the day's message isn't used up.
		ctx.db.delete(buyerUpdates).where(and(own, eq(buyerUpdates.recipients, 0))),
	]);
	if (made.length === 0) throw failure("update.too_soon");
	const update = updated[0];
	if (!update || update.recipients === 0) throw failure("update.no_buyers");
	return present({ ...update, sent: 0 });
}
