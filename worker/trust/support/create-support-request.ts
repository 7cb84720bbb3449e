import type * as z from "zod";
import { presentUser } from "../../accounts/present.ts";
import { sessionUser } from "../../accounts/sessions.ts";
import { PLANS } from "../../contract/plans.ts";
import { openCase } from "../../core/cases/open-case.ts";
import type { Ctx } from "../../core/context.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import type { supportInput } from "./contract.ts";
import { messageLimits } from "./limits.ts";
import { supportMail } from "./mails.ts";

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
	const mail = supportMail(ctx, { caseId: id, email, subject, message, account: user, plan });
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
