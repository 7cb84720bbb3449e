import { desc, eq, sql } from "drizzle-orm";
import { givenName } from "../../accounts/contract.ts";
import { requireVerified } from "../../accounts/requirements.ts";
import { fetchOwnShare } from "../../catalogue/shares/fetch-own-share.ts";
import { UPDATE_MAILS_PER_MINUTE } from "../../contract/constants.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import { failure } from "../../platform/errors.ts";
import { requireHolds, requireRow } from "../../platform/storage/ending-batch.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
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
	const latest = sql`(select max(created_at) from buyer_updates where share_id = ${share.id})`;
	const reached = { table: updateRecipients, where: eq(updateRecipients.updateId, id) };
	const row = { id, shareId: share.id, creatorId: ctx.user.id, text, createdAt: at };
	const { updated } = await namedBatch(ctx.db, {
		// Of two concurrent calls one sends a message.
		pause: requireHolds(ctx, sql`coalesce(${latest}, 0) <= ${at - PAUSE_MS}`, "update.too_soon"),
		made: ctx.db.insert(buyerUpdates).values(row),
		recipients: insertWhen(
			ctx.db,
			updateRecipients,
			{
				updateId: id,
				address: sql`reached.address`,
				purchaseId: sql`reached.purchase_id`,
				unconfirmed: sql`reached.unconfirmed`,
				nextAt: at,
			},
			sql`true`,
			sql`${reachableBuyers(share.id)} reached`,
		).onConflictDoNothing(),
		reached: requireRow(ctx, reached, "update.no_buyers"),
		updated: ctx.db
			.update(buyerUpdates)
			.set({
				recipients: sql`(select count(*) from buyer_update_recipients
					where buyer_update_recipients.update_id = ${id})`,
			})
			.where(eq(buyerUpdates.id, id))
			.returning(),
	});
	const [update] = updated;
	if (!update) throw failure("share.not_found");
	return present({ ...update, sent: 0 });
}
