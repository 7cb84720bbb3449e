import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { UPDATE_MAILS_PER_MINUTE } from "../../contract/constants.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, isOpenToken } from "../../platform/tokens/tokens.ts";
import { isConfirmed, readAlert } from "./alert-link.ts";
import { type AlertedShare, onSaleMail } from "./mails.ts";
import { isGone, isOnSale } from "./on-sale-sql.ts";

const PER_BATCH = 25;

/** One step through the index per share, not per row. */
const AWAITED = sql`with recursive awaited(id) as (
	select min(subject) from tokens where purpose = ${TOKENS.saleAlert.name} and subject is not null
	union all
	select (select min(subject) from tokens
		where purpose = ${TOKENS.saleAlert.name} and subject > awaited.id) from awaited
	where awaited.id is not null
) select id from awaited where id is not null`;

/** Atomic. */
async function alertReaders(
	ctx: Ctx,
	share: AlertedShare & { creatorId: string },
	readers: readonly ReturnType<typeof readAlert>[],
): Promise<void> {
	const statements = readers.flatMap((reader) => {
		const { mailbox, hash } = reader;
		// The address may have been removed or blocked since.
		const isWaiting = sql`exists (select 1 from tokens where tokens.hash = ${hash})
			and not exists (select 1 from blocked_buyers
				where blocked_buyers.creator_id = ${share.creatorId}
				and blocked_buyers.mailbox = ${mailbox})`;
		return [
			queueMailWhen(ctx, onSaleMail(ctx, { ...reader, share }), isWaiting),
			deleteTokens(ctx, [TOKENS.saleAlert], eq(tokens.hash, hash)),
		] as const;
	});
	const [first, ...rest] = statements;
	if (first) await ctx.db.batch([first, ...rest]);
}

/**
 * At most `UPDATE_MAILS_PER_MINUTE`, so that receipts never wait behind them. Deletes alerts of shares that are gone.
 */
export async function sendSaleAlerts(ctx: Ctx): Promise<void> {
	const awaited = await ctx.db.all<{ id: string }>(AWAITED);
	if (awaited.length === 0) return;
	const ids = JSON.stringify(awaited.map(({ id }) => id));
	const found = await ctx.db
		.select({
			share: getTableColumns(shares),
			creator: users,
			isGone: sql<number>`${isGone}`.as("is_gone"),
			isOnSale: isOnSale(ctx).as("is_on_sale"),
		})
		.from(shares)
		.innerJoin(users, eq(users.id, shares.creatorId))
		.where(inArray(shares.id, sql`(select value from json_each(${ids}))`));
	const goneIds = JSON.stringify(found.flatMap(({ share, isGone: is }) => (is ? [share.id] : [])));
	await deleteTokens(
		ctx,
		[TOKENS.saleAlert],
		inArray(tokens.subject, sql`(select value from json_each(${goneIds}))`),
	);
	let left = UPDATE_MAILS_PER_MINUTE;
	for (const { share, creator } of found.filter((one) => one.isOnSale)) {
		const rows = await ctx.db
			.select()
			.from(tokens)
			.where(and(isOpenToken(ctx, TOKENS.saleAlert), eq(tokens.subject, share.id), isConfirmed))
			.orderBy(asc(tokens.createdAt))
			.limit(left);
		const readers = rows.map(readAlert);
		for (let from = 0; from < readers.length; from += PER_BATCH)
			await alertReaders(
				ctx,
				{ ...creator, ...share, email: creator.email },
				readers.slice(from, from + PER_BATCH),
			);
		left -= readers.length;
		if (left === 0) return;
	}
}
