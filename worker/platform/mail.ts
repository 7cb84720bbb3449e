import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { outbox } from "./tables.ts";

/** A mail ready to go: text and HTML say the same. */
export type Mail = {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** one mail a key: repeating the effect never repeats the mail */
	dedupeKey?: string;
};

/**
 * The statement that puts a mail into the outbox. Put it into the batch of the effect it tells of;
 * the cron sends it (and retries) afterwards.
 */
export function queueMail(ctx: Ctx, mail: Mail) {
	const now = ctx.now();
	return ctx.db
		.insert(outbox)
		.values({
			id: ctx.id(),
			dedupeKey: mail.dedupeKey ?? null,
			recipient: mail.to,
			subject: mail.subject,
			text: mail.text,
			html: mail.html,
			createdAt: now,
			nextAttemptAt: now,
		})
		.onConflictDoNothing();
}

/**
 * Like `queueMail`, but the mail is only put into the outbox when `condition` holds at its place in
 * the batch: an effect that did not happen is not told of.
 */
export function queueMailWhen(ctx: Ctx, mail: Mail, condition: SQL) {
	const now = ctx.now();
	// The columns stand in the table's order.
	return ctx.db
		.insert(outbox)
		.select(
			sql`select ${ctx.id()}, ${mail.dedupeKey ?? null}, ${mail.to}, ${mail.subject}, ${mail.text},
				${mail.html}, ${now}, ${now}, 0, null, null where ${condition}`,
		)
		.onConflictDoNothing();
}
