import { createHmac } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import { networkOf } from "../security/attempts.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Mails of one kind that the holder of an account can cause to their own address in an hour. */
const HOLDER_PER_HOUR = 10;

/** A kind of mail, and how many of it may go. */
export type MailKind = {
	readonly name: string;
	/** most mails of this kind to one address in an hour, when anyone can cause them */
	readonly perHour?: number;
	/** most mails of this kind to one address in 24 hours, when anyone can cause them */
	readonly perDay?: number;
	/** of mails that are owed and on nobody's behalf, so many an hour go at once; the others follow hour by hour */
	readonly pace?: number;
	/** one mail an hour to each address is kept for this kind, whatever others were sent */
	readonly reserved?: boolean;
};

/** The account on whose behalf a mail goes to somebody else. */
export type MailSender = { readonly email: string; readonly verified: boolean };

/**
 * What brings a mail about, which decides how it is limited.
 * `owed`: a payment that the card provider has confirmed, or a message to the operator; always sent,
 * spread over the hours: a seller who pays themself could otherwise flood a stranger's mailbox. `holder`: the proven holder of the recipient's account. `anyone`:
 * whoever types an address; few mails an hour, and none on behalf of a sender whose address is not
 * verified.
 */
export type MailCause =
	| { readonly by: "owed"; readonly sender?: MailSender }
	| { readonly by: "holder" }
	| { readonly by: "anyone"; readonly sender?: MailSender };

export const OWED: MailCause = { by: "owed" };
export const HOLDER: MailCause = { by: "holder" };
export const ANYONE: MailCause = { by: "anyone" };

/** A mail to somebody else about a confirmed payment to this account. */
export function owedBy({ email, verified }: MailSender): MailCause {
	return { by: "owed", sender: { email, verified } };
}

/** A mail to somebody else that an account causes without a confirmed payment. */
export function onBehalfOf({ email, verified }: MailSender): MailCause {
	return { by: "anyone", sender: { email, verified } };
}

/**
 * One form for all spellings of one mailbox: lower case, without a `+tag`, and at Gmail, which
 * ignores them, without dots. For counting only: mails go to the address as it was given.
 */
export function mailboxOf(address: string): string {
	const lower = address.trim().toLowerCase();
	const at = lower.lastIndexOf("@");
	const domain = lower.slice(at + 1);
	const [local = ""] = lower.slice(0, Math.max(at, 0)).split("+");
	const gmail = domain === "gmail.com" || domain === "googlemail.com";
	return gmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

function keyOf(ctx: Pick<PlatformCtx, "config">, what: string, of: string): string {
	return createHmac("sha256", ctx.config.APP_SECRET)
		.update(`mail|${what}|${of}`)
		.digest("base64url");
}

/** The key under which mails to an address are counted; it outlives accounts and names nobody. */
export function recipientKey(ctx: Pick<PlatformCtx, "config">, address: string): string {
	return keyOf(ctx, "recipient", mailboxOf(address));
}

/** A keyed hash of exactly this address, for keys of mails; not even an operator reads the address from it. */
export function addressKey(ctx: Pick<PlatformCtx, "config">, address: string): string {
	return keyOf(ctx, "address", address.toLowerCase());
}

function networkKey(ctx: PlatformCtx): string | null {
	return ctx.address === "internal" ? null : keyOf(ctx, "network", networkOf(ctx.address));
}

/** Values of a mail's row that the limits are counted by, and the limits' verdict as SQL. */
export type MailLimitResult = {
	readonly recipientKey: string;
	readonly networkKey: string | null;
	readonly senderKey: string | null;
	/** null, or which limit keeps the mail from being sent */
	readonly heldBy: SQL;
	/** when the mail is due (ms) */
	readonly dueAt: SQL;
};

/**
 * Decides on a mail within the statement that writes it: the counts are of the outbox itself, so
 * mails asked for at once get no more than mails asked for one after the other.
 */
export function checkMailLimits(
	ctx: PlatformCtx,
	{ to, kind, cause }: { to: string; kind: MailKind; cause: MailCause },
): MailLimitResult {
	const now = ctx.now();
	const recipient = recipientKey(ctx, to);
	const network = networkKey(ctx);
	const sender =
		cause.by !== "holder" && cause.sender
			? keyOf(ctx, "sender", mailboxOf(cause.sender.email))
			: null;
	const sent = (where: SQL, sinceMs: number) =>
		sql`(select count(*) from outbox where ${where} and outbox.cause = ${cause.by}
			and outbox.held_by is null and outbox.created_at > ${now - sinceMs})`;
	const toAddress = sql`outbox.recipient_key = ${recipient}`;
	const ofKind = sql`${toAddress} and outbox.kind = ${kind.name}`;
	const verdict = { recipientKey: recipient, networkKey: network, senderKey: sender };
	const { perHour, perDay } = kind;
	if (cause.by === "owed") {
		const pace = sender === null ? kind.pace : ctx.config.MAILS_PER_ADDRESS;
		const alike = sender === null ? ofKind : sql`${toAddress} and outbox.sender_key = ${sender}`;
		const waiting = sql`(select count(*) from outbox where ${alike} and outbox.cause = 'owed'
			and outbox.created_at > ${now - WEEK}
			and (outbox.sent_at is null or outbox.sent_at > ${now - HOUR}))`;
		return {
			...verdict,
			heldBy: sql`null`,
			dueAt: pace ? sql`${now} + ${HOUR} * cast(${waiting} / ${pace} as integer)` : sql`${now}`,
		};
	}
	if (cause.by === "holder")
		return {
			...verdict,
			heldBy: sql`case when ${sent(ofKind, HOUR)} >= ${HOLDER_PER_HOUR} then 'kind' end`,
			dueAt: sql`${now}`,
		};
	if (cause.sender && !cause.sender.verified)
		return { ...verdict, heldBy: sql`'unverified'`, dueAt: sql`${now}` };
	const { MAILS_PER_ADDRESS, MAILS_PER_NETWORK, MAILS_PER_SENDER } = ctx.config;
	const perAddress = kind.reserved ? MAILS_PER_ADDRESS : Math.max(1, MAILS_PER_ADDRESS - 1);
	const bound = (count: SQL, most: number | undefined, heldBy: string) =>
		most === undefined ? sql`` : sql`when ${count} >= ${most} then ${heldBy}`;
	return {
		...verdict,
		heldBy: sql`case ${bound(sent(toAddress, HOUR), perAddress, "address")}
			${bound(sent(ofKind, HOUR), perHour, "kind")}
			${bound(sent(ofKind, DAY), perDay, "kind")}
			${bound(sent(sql`outbox.network_key = ${network}`, HOUR), MAILS_PER_NETWORK, "network")}
			${bound(sent(sql`outbox.sender_key = ${sender}`, HOUR), MAILS_PER_SENDER, "sender")}
			end`,
		dueAt: sql`${now}`,
	};
}
