import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "../context.ts";
import type { reportInput } from "../contract/support.ts";
import { MAIL_KINDS } from "../mail-kinds.ts";
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
	const mail = composeMail(ctx, {
		kind: MAIL_KINDS.report,
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		subject: `Report (${reason}): ${share.title}`,
		paragraphs: [message || "No further words."],
		rows: [
			["Reason", reason],
			["From", email ?? "no address given"],
			["Creator", share.creatorId],
			["Report", id],
		],
		action: { label: "Open the share", url: `${ctx.config.APP_ORIGIN}/share/${slug}` },
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
