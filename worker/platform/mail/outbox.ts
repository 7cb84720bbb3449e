import { and, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { PlatformCtx } from "../context.ts";
import { log, serializeError } from "../log.ts";
import { outbox } from "../tables.ts";
import { sendMail } from "./mail-transport.ts";

const MINUTE = 60 * 1000;
/** The wait after the first failure, doubled by every further one; longer than any sender can take. */
const FIRST_WAIT_MS = 2 * MINUTE;
/** With doubling waits the last attempt is made after about four hours. */
export const MAX_ATTEMPTS = 8;
const BATCH = 10;
const MAX_BATCHES = 20;
/** Bodies contain links with secrets; they are deleted soon after sending. */
const KEEP_BODY_MS = RETENTION.mailTextMinutes * MINUTE;
const KEEP_MS = RETENTION.mailDays * DAY_MS;

/**
 * Claims due mails in one statement, which also sets the next attempt: concurrent runs find nothing left
 * to claim, and if a sender dies its mails become due again.
 */
function takeDue(ctx: PlatformCtx) {
	const now = ctx.now();
	const due = ctx.db
		.select({ id: outbox.id })
		.from(outbox)
		.where(
			and(
				isNull(outbox.sentAt),
				isNull(outbox.heldBy),
				lte(outbox.nextAttemptAt, now),
				lt(outbox.attempts, MAX_ATTEMPTS),
			),
		)
		.orderBy(outbox.nextAttemptAt)
		.limit(BATCH);
	return ctx.db
		.update(outbox)
		.set({
			attempts: sql`${outbox.attempts} + 1`,
			nextAttemptAt: sql`${now} + ${FIRST_WAIT_MS} * (1 << ${outbox.attempts})`,
		})
		.where(inArray(outbox.id, due))
		.returning();
}

async function attempt(ctx: PlatformCtx, row: typeof outbox.$inferSelect): Promise<void> {
	const { id, attempts, recipient: to, subject, text, html } = row;
	try {
		await sendMail(ctx, id, { to, subject, text, html });
		await ctx.db
			.update(outbox)
			.set({ sentAt: ctx.now(), lastError: null })
			.where(eq(outbox.id, id));
	} catch (error) {
		const last = attempts >= MAX_ATTEMPTS;
		// A sender's message may quote the address: it is stored in the row and not logged.
		log(last ? "error" : "warn", last ? "mail.given_up" : "mail.not_sent", { id, attempts });
		await ctx.db
			.update(outbox)
			.set({ lastError: String(serializeError(error).error).slice(0, 300) })
			.where(eq(outbox.id, id));
	}
}

/** Logs every mail above the limits once: its kind and the limit, no address. */
async function reportHeld(ctx: PlatformCtx): Promise<void> {
	const held = await ctx.db
		.update(outbox)
		.set({ attempts: 1 })
		.where(and(isNotNull(outbox.heldBy), eq(outbox.attempts, 0)))
		.returning({ kind: outbox.kind, heldBy: outbox.heldBy });
	for (const { kind, heldBy } of held) log("warn", "mail.held", { kind, heldBy });
}

/** Sends due mails, and reschedules those that were not accepted; gives up after eight attempts. */
export async function sendDueMails(ctx: PlatformCtx): Promise<void> {
	await reportHeld(ctx);
	for (let batch = 0; batch < MAX_BATCHES; batch++) {
		const rows = await takeDue(ctx);
		await Promise.all(rows.map((row) => attempt(ctx, row)));
		if (rows.length < BATCH) return;
	}
}

/** Sends queued mails right after the response; the cron repeats what fails. */
export function flushOutbox(ctx: PlatformCtx): void {
	ctx.inBackground(() =>
		sendDueMails(ctx).catch((error) => log("error", "mail.flush_failed", serializeError(error))),
	);
}

/**
 * Returns the statement that removes an address and all mails of these kinds to it from the outbox;
 * pending ones are not sent. The keyed hashes stay for as long as limits are counted by them.
 */
export function deleteMails(ctx: PlatformCtx, address: string, kinds: readonly string[]) {
	return ctx.db
		.update(outbox)
		.set({
			recipient: "",
			subject: "",
			text: "",
			html: "",
			lastError: null,
			attempts: sql`max(${outbox.attempts}, ${MAX_ATTEMPTS})`,
		})
		.where(and(eq(outbox.recipient, address), inArray(outbox.kind, [...kinds])));
}

/**
 * Empties the bodies of mails that were sent or given up, and deletes addresses and their hashes after 30
 * days; the keys of mails stay, so that nothing is sent twice.
 */
export async function pruneOutbox(ctx: PlatformCtx): Promise<void> {
	const now = ctx.now();
	const old = lt(outbox.createdAt, now - KEEP_MS);
	await ctx.db.batch([
		ctx.db
			.update(outbox)
			.set({ text: "", html: "" })
			.where(
				and(
					ne(outbox.html, ""),
					or(
						lt(outbox.sentAt, now - KEEP_BODY_MS),
						and(gte(outbox.attempts, MAX_ATTEMPTS), lt(outbox.nextAttemptAt, now)),
					),
				),
			),
		ctx.db.delete(outbox).where(and(old, isNull(outbox.dedupeKey))),
		ctx.db
			.update(outbox)
			.set({
				recipient: "",
				recipientKey: "",
				networkKey: null,
				senderKey: null,
				subject: "",
				text: "",
				html: "",
				lastError: null,
			})
			.where(and(old, ne(outbox.recipientKey, ""))),
	]);
}
