import { and, eq, ne } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { openCase } from "../../core/cases/open-case.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { closedTo, isAvailableToBuyers } from "../../purchases/entitlements/access-sql.ts";
import type { Report } from "./contract.ts";
import { messageLimits } from "./limits.ts";
import { reportMail, reportReceivedMail } from "./mails.ts";

/**
 * Has no automatic effect, since anyone can report anything. Throws `share.not_found`, `share.locked`,
 * `rate.limited`.
 */
export async function reportShare(ctx: Ctx, report: Report): Promise<{ id: string }> {
	await consumeAttempt(ctx, messageLimits(ctx, "report"));
	const { shareId: slug, reason, message, email, ...notice } = report;
	const [share] = await ctx.db
		.select({
			id: shares.id,
			title: shares.title,
			creatorId: shares.creatorId,
			closed: closedTo(ctx),
		})
		.from(shares)
		.where(
			// Nobody has seen the title of a share that is uploading.
			and(eq(shares.slug, slug), ne(shares.status, "uploading"), isAvailableToBuyers(ctx)),
		);
	if (!share) throw failure("share.not_found");
	// The acknowledgement would reveal the title.
	if (share.closed === "locked") throw failure("share.locked");
	const id = ctx.id();
	await ctx.db.batch([
		...openCase(ctx, {
			id,
			kind: "report",
			email: email ?? null,
			locale: ctx.locale,
			shareId: share.id,
			creatorId: share.creatorId,
			category: reason,
			subject: share.title,
			notice: notice.name || notice.signature ? notice : null,
			message,
		}),
		queueMail(ctx, reportMail(ctx, { ...share, report, caseId: id })),
		...(email
			? [
					queueMail(
						ctx,
						reportReceivedMail(ctx, {
							email,
							locale: ctx.locale,
							caseId: id,
							title: share.title,
						}),
					),
				]
			: []),
	]);
	flushOutbox(ctx);
	return { id };
}
