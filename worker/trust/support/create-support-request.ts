import type * as z from "zod";
import { presentUser } from "../../accounts/present.ts";
import { sessionUser } from "../../accounts/sessions.ts";
import { operatorCasePath } from "../../contract/paths.ts";
import { PLANS } from "../../contract/plans.ts";
import { openCase } from "../../core/cases/open-case.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import type { supportInput } from "./contract.ts";
import { messageLimits } from "./limits.ts";

/** With or without a session. Throws `rate.limited`. */
export async function createSupportRequest(
	ctx: Ctx,
	{ email, subject, message }: z.infer<typeof supportInput>,
): Promise<{ id: string }> {
	await consumeAttempt(ctx, messageLimits(ctx, "support"));
	const row = await sessionUser(ctx);
	const user = row && presentUser(row, ctx.now());
	const plan = user && PLANS[user.plan];
	const id = ctx.id();
	const { labels, support } = operatorMails;
	const mail = composeMail(ctx, {
		kind: MAIL_KINDS.support,
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: mailLanguage("en").texts.layout,
		subject: support.subject({ plan: plan?.prioritySupport ? plan.name : undefined, subject }),
		paragraphs: [message],
		rows: [
			[labels.from, email],
			[labels.account, user ? `${user.email} (${user.id})` : support.notSignedIn],
			[labels.plan, plan?.name ?? support.noPlan],
			[labels.request, id],
		],
		action: { label: support.open, url: `${ctx.config.APP_ORIGIN}${operatorCasePath(id)}` },
	});
	await ctx.db.batch([
		...openCase(ctx, {
			id,
			kind: "support",
			userId: user?.id ?? null,
			creatorId: user?.id ?? null,
			email,
			locale: ctx.locale,
			subject,
			message,
			priority: plan?.prioritySupport ? 1 : 0,
		}),
		queueMail(ctx, mail),
	]);
	flushOutbox(ctx);
	return { id };
}
