import { eq, getTableColumns, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen, wasQueued } from "../../platform/mail/mail.ts";
import { mailboxOf } from "../../platform/mail/mail-limits.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { confirmAlertMail } from "./alert-mails.ts";
import { mayReturn } from "./on-sale-sql.ts";
import { saleAlerts } from "./tables.ts";

/** The share's limit never makes anyone wait longer than a minute. */
function requireRoom({ config, address, ...ctx }: Ctx, slug: string, mailbox: string) {
	return consumeAttempt({ config, address, ...ctx }, [
		{ name: "sale-alert-address", of: mailbox, ...config.LIMIT_FIND_PURCHASES_ADDRESS },
		...networkLimits(address, {
			name: "sale-alert-network",
			...config.LIMIT_FIND_PURCHASES_NETWORK,
		}),
		{ name: "sale-alert-share", of: slug, ...config.LIMIT_UNLOCK_SHARE },
	]);
}

/**
 * Mails a link to the typed address. Whether it is waiting, blocked or new, the same statements run and the response
 * is the same. Returns false for a share that can be bought or that the viewer may not see. Throws `rate.limited`,
 * `share.not_found`.
 */
export async function requestAlert(
	ctx: Ctx,
	{ slug, email }: { slug: string; email: string },
): Promise<boolean> {
	const mailbox = mailboxOf(email);
	await requireRoom(ctx, slug, mailbox);
	const [share] = await ctx.db
		.select({
			...getTableColumns(shares),
			creator: users,
			mayReturn: mayReturn(ctx).as("may_return"),
		})
		.from(shares)
		.innerJoin(users, eq(users.id, shares.creatorId))
		.where(eq(shares.slug, slug));
	if (!share) throw failure("share.not_found");
	if (!share.mayReturn) return false;
	const token = ctx.id(32);
	const now = ctx.now();
	const row = {
		email,
		locale: ctx.locale,
		tokenHash: await sha256(token),
		createdAt: now,
		expiresAt: now + RETENTION.unconfirmedAlertDays * DAY_MS,
	};
	const mail = confirmAlertMail(
		ctx,
		{ ...share.creator, ...share, email: share.creator.email },
		email,
		token,
	);
	const isNew = sql`not exists (select 1 from sale_alerts where sale_alerts.share_id = ${share.id}
			and sale_alerts.mailbox = ${mailbox} and sale_alerts.confirmed_at is not null)
		and not exists (select 1 from blocked_buyers
			where blocked_buyers.creator_id = ${share.creatorId} and blocked_buyers.mailbox = ${mailbox})`;
	const mailId = ctx.id();
	await ctx.db.batch([
		queueMailWhen(ctx, mail, isNew, mailId),
		// It must not replace one that was mailed.
		insertWhen(
			ctx.db,
			saleAlerts,
			{ shareId: share.id, mailbox, ...row },
			wasQueued(mailId),
		).onConflictDoUpdate({ target: [saleAlerts.shareId, saleAlerts.mailbox], set: row }),
	]);
	return true;
}
