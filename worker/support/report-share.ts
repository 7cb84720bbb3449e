import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "../context.ts";
import { paths } from "../contract/paths.ts";
import type { reportInput } from "../contract/support.ts";
import { MAIL_KINDS } from "../mail-kinds.ts";
import { mailLanguage, operatorMails } from "../mail-texts.ts";
import { failure } from "../platform/errors.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { composeMail } from "../platform/mail/mail-layout.tsx";
import { OWED } from "../platform/mail/mail-limits.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { shares } from "../shares/tables.ts";
import { messageLimit } from "./limits.ts";
import { abuseReports } from "./tables.ts";

/**
 * Accepts a report of abuse about a share: stored, and mailed to the operator. It has no automatic effect
 * on the share, since anyone can report anything. Throws `share.not_found` and `rate.limited`.
 */
export async function reportShare(
	ctx: Ctx,
	{ shareId: slug, reason, message, email }: z.infer<typeof reportInput>,
): Promise<{ id: string }> {
	await consumeAttempt(ctx, [messageLimit(ctx, "report")]);
	const [share] = await ctx.db
		.select({ title: shares.title, creatorId: shares.creatorId })
		.from(shares)
		.where(and(eq(shares.slug, slug), ne(shares.status, "deleted")));
	if (!share) throw failure("share.not_found");
	const id = ctx.id();
	const { texts } = mailLanguage("en");
	const { labels, report } = operatorMails;
	const mail = composeMail(ctx, {
		kind: MAIL_KINDS.report,
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: texts.layout,
		subject: report.subject({ reason, title: share.title }),
		paragraphs: [message || report.noMessage],
		rows: [
			[texts.labels.reason, reason],
			[labels.from, email ?? report.noAddress],
			[texts.labels.creator, share.creatorId],
			[labels.report, id],
		],
		action: { label: report.open, url: `${ctx.config.APP_ORIGIN}${paths.share(slug)}` },
	});
	await ctx.db.batch([
		ctx.db.insert(abuseReports).values({
			id,
			shareId: slug,
			reason,
			message,
			email: email ?? null,
			createdAt: ctx.now(),
		}),
		queueMail(ctx, mail),
	]);
	flushOutbox(ctx);
	return { id };
}
