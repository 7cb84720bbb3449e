import { and, asc, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { files, shares } from "../../catalogue/shares/tables.ts";
import { UPDATE_MAILS_PER_MINUTE } from "../../contract/constants.ts";
import { DAY_MS, HOUR_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { log } from "../../platform/log.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { senderKey } from "../../platform/mail/mail-limits.ts";
import { outbox } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSales, type Sale } from "../../purchases/find-purchase.ts";
import { receiptLink } from "../../purchases/receipt-links.ts";
import { type NewFileLine, updateMail } from "./mails.ts";
import { isStillReachable, isSubscribed } from "./recipients.ts";
import { buyerUpdates, updateRecipients } from "./tables.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

type Update = typeof buyerUpdates.$inferSelect;
type Recipient = typeof updateRecipients.$inferSelect;
type Turn = [createdAt: number, row: number];

const MESSAGES_AT_ONCE = 20;
const PER_BATCH = 25;
/** ms until a limited address is tried again */
const RETRY_MS = HOUR_MS;
/** Then recipients still withheld by limits are left out. */
const OPEN_MS = 7 * DAY_MS;
const MAX_FILES = 20;

/** Mails to buyers without a confirmed payment share a limit with receipts to such buyers, and take half of it. */
async function roomForUnconfirmed(ctx: Ctx, email: string): Promise<number> {
	const [row] = await ctx.db
		.select({ count: sql<number>`count(*)` })
		.from(outbox)
		.where(
			and(
				eq(outbox.senderKey, senderKey(ctx, { email, verified: true })),
				gt(outbox.createdAt, ctx.now() - HOUR_MS),
				sql`kind = 'buyer-update' and cause = 'anyone'`,
			),
		);
	return Math.max(0, Math.floor(ctx.config.MAILS_PER_SENDER / 2) - (row?.count ?? 0));
}

function dueRecipients(ctx: Ctx, update: Update, unconfirmed: boolean, most: number) {
	return ctx.db
		.select()
		.from(updateRecipients)
		.where(
			and(
				eq(updateRecipients.updateId, update.id),
				sql`unconfirmed = ${unconfirmed ? 1 : 0}`,
				sql`next_at is not null and ${lte(updateRecipients.nextAt, ctx.now())}`,
			),
		)
		.orderBy(asc(updateRecipients.nextAt))
		.limit(most);
}

/** Atomic. Skips an address that has unsubscribed, and a purchase that no longer counts. */
async function statementsFor(
	ctx: Ctx,
	update: Update,
	{ address, purchaseId, attempts }: Recipient,
	{ sale, news }: { sale: Sale; news: readonly NewFileLine[] },
) {
	const id = ctx.id();
	const { text } = update;
	const to = sale.purchase.buyerEmail ?? address;
	const { url } = await receiptLink(ctx, { id: purchaseId, email: sale.purchase.buyerEmail });
	const mail = updateMail(ctx, {
		sale,
		to,
		update: { id: update.id, text, attempt: attempts, files: news },
		url,
		unsubscribeUrl: await unsubscribeUrl(ctx, { purchaseId, address: to }),
	});
	const isDue = sql`update_id = ${update.id} and address = ${address}
		and attempts = ${attempts} and next_at is not null`;
	const inOutbox = (held: SQL) =>
		sql`exists (select 1 from outbox where outbox.id = ${id} and outbox.withheld_by ${held})`;
	return [
		queueMailWhen(
			ctx,
			mail,
			sql`exists (select 1 from buyer_update_recipients where ${isDue})
				and ${isStillReachable(purchaseId, address)}
				and ${isSubscribed(update.creatorId, address)}`,
			id,
		),
		ctx.db
			.update(updateRecipients)
			.set({
				attempts: sql`attempts + 1`,
				nextAt: sql`case when ${inOutbox(sql`is not null`)} then ${ctx.now() + RETRY_MS} end`,
				outcome: sql`case when ${inOutbox(sql`is null`)} then 'queued'
					when not ${inOutbox(sql`is not null`)} then 'left_out' end`,
			})
			.where(isDue),
	] as const;
}

/** For a recipient whose purchase is gone: it would be due first forever. */
const leaveOut = (ctx: Ctx, { updateId, address }: Recipient) =>
	ctx.db
		.update(updateRecipients)
		.set({ nextAt: null, outcome: "left_out" })
		.where(and(eq(updateRecipients.updateId, updateId), eq(updateRecipients.address, address)));

async function newFiles(ctx: Ctx, shareId: string): Promise<NewFileLine[]> {
	const rows = await ctx.db
		.select({
			name: files.originalName,
			version: files.version,
			note: files.versionNote,
			at: files.createdAt,
		})
		.from(files)
		.where(eq(files.shareId, shareId))
		.orderBy(desc(files.createdAt), asc(files.position))
		.limit(MAX_FILES);
	return rows;
}

async function deliverSome(ctx: Ctx, update: Update, email: string, most: number): Promise<void> {
	const confirmed = await dueRecipients(ctx, update, false, most);
	const left = most - confirmed.length;
	const room = left > 0 ? Math.min(left, await roomForUnconfirmed(ctx, email)) : 0;
	const due = [...confirmed, ...(room > 0 ? await dueRecipients(ctx, update, true, room) : [])];
	const news = due.length > 0 ? await newFiles(ctx, update.shareId) : [];
	for (let from = 0; from < due.length; from += PER_BATCH) {
		const some = due.slice(from, from + PER_BATCH);
		const ids = JSON.stringify(some.map(({ purchaseId }) => purchaseId));
		const found = await findSales(
			ctx,
			inArray(purchases.id, sql`(select value from json_each(${ids}))`),
			PER_BATCH,
		);
		const sales = new Map(found.map((sale) => [sale.purchase.id, sale]));
		const statements = [];
		for (const recipient of some) {
			const sale = sales.get(recipient.purchaseId);
			if (sale) statements.push(...(await statementsFor(ctx, update, recipient, { sale, news })));
			else statements.push(leaveOut(ctx, recipient));
		}
		const [first, ...rest] = statements;
		if (first) await ctx.db.batch([first, ...rest]);
	}
}

/** Leaves out recipients not yet reached. */
async function end(ctx: Ctx, { id }: Update): Promise<void> {
	const left = await ctx.db
		.update(updateRecipients)
		.set({ nextAt: null, outcome: "left_out" })
		.where(and(eq(updateRecipients.updateId, id), sql`next_at is not null`))
		.returning({ one: sql`1` });
	if (left.length > 0) log("warn", "update.left_out", { id, recipients: left.length });
	await finish(ctx, id, sql`true`);
}

const finish = (ctx: Ctx, id: string, condition: SQL) =>
	ctx.db
		.update(buyerUpdates)
		.set({ finishedAt: ctx.now() })
		.where(and(eq(buyerUpdates.id, id), isNull(buyerUpdates.finishedAt), condition))
		.then(() => undefined);

/**
 * Queues at most `UPDATE_MAILS_PER_MINUTE`, half of what the outbox sends in that time, so that receipts never wait
 * behind them. Messages take turns: beyond `MESSAGES_AT_ONCE`, a run continues where the last one ended, since
 * messages withheld by limits stay open for days. Ends messages of suspended creators and unpublished shares.
 */
export async function deliverUpdates(ctx: Ctx, from: string | null = null): Promise<string | null> {
	const [at, row] = from === null ? [0, 0] : (JSON.parse(from) as Turn);
	const open = await ctx.db
		.select({
			update: buyerUpdates,
			row: sql<number>`buyer_updates.rowid`.as("row"),
			email: users.email,
			mayGoOn: sql<number>`${users.suspendedAt} is null and ${users.deletedAt} is null
				and ${users.emailVerifiedAt} is not null and ${shares.status} = 'published'`.as(
				"may_go_on",
			),
		})
		.from(buyerUpdates)
		.innerJoin(users, eq(users.id, buyerUpdates.creatorId))
		.innerJoin(shares, eq(shares.id, buyerUpdates.shareId))
		.where(
			sql`${buyerUpdates.finishedAt} is null
				and (buyer_updates.created_at, buyer_updates.rowid) > (${at}, ${row})`,
		)
		.orderBy(asc(buyerUpdates.createdAt), sql`buyer_updates.rowid`)
		.limit(MESSAGES_AT_ONCE);
	const most = Math.floor(UPDATE_MAILS_PER_MINUTE / Math.max(1, open.length));
	for (const { update, email, mayGoOn } of open) {
		if (!mayGoOn || update.createdAt < ctx.now() - OPEN_MS) {
			await end(ctx, update);
			continue;
		}
		await deliverSome(ctx, update, email, most);
		await finish(
			ctx,
			update.id,
			sql`not exists (select 1 from buyer_update_recipients
				where buyer_update_recipients.update_id = ${update.id} and next_at is not null)`,
		);
	}
	const last = open.at(-1);
	const next: Turn | null = last ? [last.update.createdAt, last.row] : null;
	return open.length < MESSAGES_AT_ONCE ? null : JSON.stringify(next);
}
