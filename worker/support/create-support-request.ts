import type { z } from "zod";
import { presentUser } from "../accounts/present.ts";
import { sessionUser } from "../accounts/sessions.ts";
import type { Ctx } from "../context.ts";
import { PLANS } from "../contract/plans.ts";
import type { supportInput } from "../contract/support.ts";
import { MAIL_KINDS } from "../mail-kinds.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { composeMail } from "../platform/mail/mail-layout.tsx";
import { OWED } from "../platform/mail/mail-limits.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { messageLimit } from "./limits.ts";
import { supportRequests } from "./tables.ts";

/**
 * Accepts a message to the operator, with or without a session: stored, and mailed with those of Pro
 * creators marked. Throws `rate.limited` for too many from one network.
 */
export async function createSupportRequest(
	ctx: Ctx,
	{ email, subject, message }: z.infer<typeof supportInput>,
): Promise<{ id: string }> {
	await consumeAttempt(ctx, [messageLimit(ctx, "support")]);
	const row = await sessionUser(ctx);
	const user = row && presentUser(row, ctx.now());
	const plan = user && PLANS[user.plan];
	const id = ctx.id();
	const mail = composeMail(ctx, {
		kind: MAIL_KINDS.support,
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		subject: `${plan?.prioritySupport ? `[${plan.name}] ` : ""}Support: ${subject}`,
		paragraphs: [message],
		rows: [
			["From", email],
			["Account", user ? `${user.email} (${user.id})` : "not signed in"],
			["Plan", plan?.name ?? "none"],
			["Request", id],
		],
		notes: ["Answer to the address above: this mail comes from the platform itself."],
	});
	await ctx.db.batch([
		ctx.db.insert(supportRequests).values({
			id,
			userId: user?.id ?? null,
			email,
			subject,
			message,
			priority: plan?.prioritySupport ? 1 : 0,
			createdAt: ctx.now(),
		}),
		queueMail(ctx, mail),
	]);
	flushOutbox(ctx);
	return { id };
}
