import { and, eq, inArray, isNull, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { isPausedAtConsole } from "../console-switches.ts";
import type { PlatformCtx } from "../context.ts";
import { log, serializeError } from "../log.ts";
import { claim, doubling } from "../queue/claim.ts";
import { insisting } from "../retrying.ts";
import { outbox } from "../tables.ts";
import { type MailKind, recipientKey } from "./mail-limits.ts";
import { sendMail } from "./mail-transport.ts";

const MINUTE = 60 * 1000;
/** The first is longer than any sender takes. */
const WAITS = doubling(2 * MINUTE, 256 * MINUTE);
export const MAX_ATTEMPTS = WAITS.length;
const BATCH = 10;
const MAX_BATCHES = 20;
/** of each kind that a run cleans, every minute */
const MAX_ROWS = 1000;
/** Bodies contain links with secrets. */
const KEEP_BODY_MS = RETENTION.mailTextMinutes * MINUTE;
/** for the operator to send mails that were given up */
const KEEP_UNSENT_MS = RETENTION.unsentMailDays * DAY_MS;
const KEEP_MS = RETENTION.mailDays * DAY_MS;

/** Worded for the index on due mails. */
export const isWaiting = and(
	isNull(outbox.sentAt),
	isNull(outbox.withheldBy),
	sql`attempts < ${sql.raw(String(MAX_ATTEMPTS))}`,
);

function claimDue(ctx: PlatformCtx) {
	const due = sql`select rowid from ${outbox} where ${isWaiting} and ${lte(outbox.dueAt, ctx.now())} order by ${outbox.dueAt} limit ${BATCH}`;
	return claim(ctx, outbox, { due, waits: WAITS });
}

async function attempt(ctx: PlatformCtx, row: typeof outbox.$inferSelect): Promise<void> {
	const { id, attempts, recipient: to, subject, text, html, unsubscribeUrl } = row;
	try {
		await sendMail(ctx, id, { to, subject, text, html, unsubscribeUrl });
	} catch (error) {
		const last = attempts >= MAX_ATTEMPTS;
		// Stored, not logged: a sender's message may quote the address.
		if (last) log("error", "mail.given_up", { id, attempts });
		else log("warn", "mail.not_sent", { id, attempts });
		await ctx.db
			.update(outbox)
			.set({ lastError: String(serializeError(error).error).slice(0, 300) })
			// Except mails withheld in the meantime, whose address is deleted.
			.where(and(eq(outbox.id, id), ne(outbox.recipient, "")));
		return;
	}
	// Without this note the mail would be sent again.
	await insisting(() =>
		ctx.db.update(outbox).set({ sentAt: ctx.now(), lastError: null }).where(eq(outbox.id, id)),
	);
}

/** Logs the kind and the limit of each withheld mail once. */
async function reportWithheld(ctx: PlatformCtx): Promise<void> {
	const unreported = ctx.db
		.select({ id: outbox.id })
		.from(outbox)
		.where(sql`withheld_by is not null and attempts = 0 and ${lte(outbox.createdAt, ctx.now())}`)
		.limit(MAX_ROWS);
	const held = await ctx.db
		.update(outbox)
		.set({ attempts: 1 })
		.where(inArray(outbox.id, unreported))
		.returning({ kind: outbox.kind, withheldBy: outbox.withheldBy });
	for (const { kind, withheldBy } of held) log("warn", "mail.withheld", { kind, withheldBy });
}

export async function sendDueMails(ctx: PlatformCtx): Promise<void> {
	await reportWithheld(ctx);
	if (ctx.config.PAUSE_MAIL || isPausedAtConsole("mail")) return;
	for (let batch = 0; batch < MAX_BATCHES; batch++) {
		const rows = await claimDue(ctx);
		await Promise.all(rows.map((row) => attempt(ctx, row)));
		if (rows.length < BATCH) return;
	}
}

export function flushOutbox(ctx: PlatformCtx): void {
	ctx.inBackground(() =>
		sendDueMails(ctx).catch((error) => log("error", "mail.flush_failed", serializeError(error))),
	);
}

/** Worded for the index on the key. */
export function isTo(ctx: PlatformCtx, address: string) {
	return and(eq(outbox.recipientKey, recipientKey(ctx, address)), eq(outbox.recipient, address));
}

/** Pending mails won't be sent. */
export const WITHHELD = {
	recipient: "",
	subject: "",
	text: "",
	html: "",
	unsubscribeUrl: null,
	lastError: null,
	attempts: sql`max(${outbox.attempts}, ${MAX_ATTEMPTS})`,
};

/** Keyed hashes stay, since they count toward limits. */
export function deleteMails(ctx: PlatformCtx, address: string, audience: MailKind["audience"]) {
	return ctx.db
		.update(outbox)
		.set(WITHHELD)
		.where(and(isTo(ctx, address), eq(outbox.audience, audience)));
}

/**
 * Empties bodies of mails that were sent or given up, and deletes addresses and their hashes after 30 days;
 * `dedupeKey`s stay.
 */
export async function pruneOutbox(ctx: PlatformCtx): Promise<void> {
	const now = ctx.now();
	// Worded like the partial indexes over these rows.
	const some = (where: SQL) =>
		inArray(outbox.id, ctx.db.select({ id: outbox.id }).from(outbox).where(where).limit(MAX_ROWS));
	const old = sql`recipient_key <> '' and ${lt(outbox.createdAt, now - KEEP_MS)}`;
	const sent = sql`html <> '' and ${lt(outbox.sentAt, now - KEEP_BODY_MS)}`;
	const givenUp = sql`html <> '' and attempts >= ${sql.raw(String(MAX_ATTEMPTS))}
		and ${lt(outbox.dueAt, now - KEEP_UNSENT_MS)}`;
	const empty = (where: SQL) =>
		ctx.db.update(outbox).set({ text: "", html: "", unsubscribeUrl: null }).where(some(where));
	await ctx.db.batch([
		empty(sent),
		empty(givenUp),
		ctx.db.delete(outbox).where(some(sql`${old} and ${isNull(outbox.dedupeKey)}`)),
		ctx.db
			.update(outbox)
			.set({
				recipient: "",
				recipientKey: "",
				networkKey: null,
				widerNetworkKey: null,
				widestNetworkKey: null,
				senderKey: null,
				subject: "",
				text: "",
				html: "",
				unsubscribeUrl: null,
				lastError: null,
			})
			.where(some(old)),
	]);
}
