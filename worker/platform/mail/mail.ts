import { type SQL, sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import { insertWhen } from "../storage/insert-when.ts";
import { outbox } from "../tables.ts";
import { checkMailLimits, type MailCause, type MailKind } from "./mail-limits.ts";

export type Mail = {
	kind: MailKind;
	cause: MailCause;
	to: string;
	subject: string;
	text: string;
	html: string;
	/** keeps a repeated effect from repeating the mail; contains no address in clear text */
	dedupeKey?: string;
	/** not sent before this time (ms) */
	notBefore?: number;
	/** ends such mails by one POST (RFC 8058); a GET shows a page that asks */
	unsubscribeUrl?: string;
};

/**
 * Belongs in the batch of the announced effect. A mail above the limits isn't sent: its row only names the limit.
 */
export function queueMail(ctx: PlatformCtx, mail: Mail) {
	return queueMailWhen(ctx, mail, sql`true`);
}

/** `condition` is evaluated at that point of the batch; `id` is the row's, for `wasQueued`. */
export function queueMailWhen(ctx: PlatformCtx, mail: Mail, condition: SQL, id = ctx.id()) {
	const now = ctx.now();
	const verdict = checkMailLimits(ctx, mail);
	const unlessWithheld = (text: string) =>
		sql`case when withheld_by is null then ${text} else '' end`;
	const row = {
		id,
		dedupeKey: mail.dedupeKey,
		kind: mail.kind.name,
		audience: mail.kind.audience,
		cause: mail.cause.by,
		recipientKey: verdict.recipientKey,
		networkKey: verdict.networkKey,
		widerNetworkKey: verdict.widerNetworkKey,
		widestNetworkKey: verdict.widestNetworkKey,
		senderKey: verdict.senderKey,
		withheldBy: sql`withheld_by`,
		recipient: unlessWithheld(mail.to),
		subject: unlessWithheld(mail.subject),
		text: unlessWithheld(mail.text),
		html: unlessWithheld(mail.html),
		unsubscribeUrl: mail.unsubscribeUrl && unlessWithheld(mail.unsubscribeUrl),
		createdAt: now,
		dueAt: mail.notBefore === undefined ? sql`due_at` : sql`max(due_at, ${mail.notBefore})`,
	};
	const limits = sql`(select ${verdict.withheldBy} as withheld_by, ${verdict.dueAt} as due_at)`;
	return insertWhen(ctx.db, outbox, row, condition, limits)
		.onConflictDoNothing()
		.returning({ id: outbox.id, withheldBy: outbox.withheldBy });
}

export function wasQueued(id: string): SQL {
	return sql`exists (select 1 from outbox where outbox.id = ${id} and outbox.withheld_by is null)`;
}
