import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen, wasQueued } from "../../platform/mail/mail.ts";
import { mailboxOf } from "../../platform/mail/mail-limits.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, isOpenToken, issueToken, newToken } from "../../platform/tokens/tokens.ts";
import { isConfirmed, isTo } from "./alert-link.ts";
import { confirmAlertMail } from "./mails.ts";
import { mayReturn } from "./on-sale-sql.ts";

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
	const { text, hash } = await newToken(ctx);
	const mail = confirmAlertMail(ctx, {
		email,
		locale: ctx.locale,
		share: { ...share.creator, ...share, email: share.creator.email },
		token: text,
	});
	const theirs = and(
		isOpenToken(ctx, TOKENS.saleAlert),
		eq(tokens.subject, share.id),
		isTo(mailbox),
	);
	const isNew = sql`not exists (select 1 from ${tokens} where ${theirs} and ${isConfirmed})
		and not exists (select 1 from blocked_buyers
			where blocked_buyers.creator_id = ${share.creatorId} and blocked_buyers.mailbox = ${mailbox})`;
	const mailId = ctx.id();
	// It must not replace one that was mailed.
	const isMailed = wasQueued(mailId);
	await ctx.db.batch([
		queueMailWhen(ctx, mail, isNew, mailId),
		deleteTokens(ctx, [TOKENS.saleAlert], and(theirs, isMailed)),
		issueToken(
			ctx,
			TOKENS.saleAlert,
			{
				hash,
				subject: share.id,
				ownerId: share.creatorId,
				payload: { email, mailbox, locale: ctx.locale, confirmed: false },
			},
			isMailed,
		),
	]);
	return true;
}
