import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { DAY_MS } from "../../../contract/retention.ts";
import type { Ctx } from "../../../core/context.ts";
import { users } from "../../../core/tables.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { announcementMail } from "./announcement-mail.ts";
import { announcements } from "./tables.ts";

/** In which even the longest one ends. ms */
const OPEN_MS = 30 * DAY_MS;

/** Mails put into the outbox in one run, which is each minute: 3,000 an hour. */
export const MAILS_PER_RUN = 50;

/** The creators who get announcements: those with a confirmed address. */
export const isAddressed = () => and(isNull(users.deletedAt), isNotNull(users.emailVerifiedAt));

/**
 * Puts the next mails of the oldest announcement that is not finished into the outbox. Each creator gets one,
 * however often a run is repeated.
 */
export async function sendAnnouncements(ctx: Ctx): Promise<void> {
	const [open] = await ctx.db
		.select()
		.from(announcements)
		.where(and(isNull(announcements.finishedAt), gt(announcements.createdAt, ctx.now() - OPEN_MS)))
		.orderBy(asc(announcements.createdAt))
		.limit(1);
	if (!open) return;
	const next = await ctx.db
		.select({ id: users.id, email: users.email, locale: users.locale })
		.from(users)
		.where(and(gt(users.id, open.cursor), isAddressed()))
		.orderBy(asc(users.id))
		.limit(MAILS_PER_RUN);
	const last = next.at(-1);
	const isOver = next.length < MAILS_PER_RUN;
	await ctx.db.batch([
		ctx.db
			.update(announcements)
			.set({
				cursor: last?.id ?? open.cursor,
				sent: open.sent + next.length,
				...(isOver && { finishedAt: ctx.now() }),
			})
			.where(and(eq(announcements.id, open.id), eq(announcements.cursor, open.cursor))),
		...next.map((creator) => queueMail(ctx, announcementMail(ctx, creator, open))),
	]);
}
