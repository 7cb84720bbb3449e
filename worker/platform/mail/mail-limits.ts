import { createHmac } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import { networksOf } from "../security/networks.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** mails of a kind to the address of an account's owner */
const OWNER_PER_HOUR = 10;

/** Limits count all mails of a kind together. */
export type MailKind = {
	readonly name: string;
	/** the role in which people read it: an address may be a creator's and a buyer's */
	readonly audience: "creator" | "buyer" | "operator";
	/** to one address in an hour, when anyone can cause them */
	readonly perHour?: number;
	/** to one address in 24 hours, when anyone can cause them */
	readonly perDay?: number;
	/** mails sent per hour on nobody's behalf; the others follow in later hours */
	readonly pace?: number;
	/** one mail per hour to each address is reserved for it */
	readonly reserved?: boolean;
	/** beyond the sender's hourly limit, the others follow in later hours */
	readonly follows?: boolean;
};

export type MailSender = { readonly email: string; readonly verified: boolean };

/**
 * `owed`: a confirmed payment, a mail that the address has requested and confirmed, or a message to the operator;
 * always sent, but spread over hours, because sellers who pay themselves could flood another person's mailbox.
 * `owner`: the verified owner of the recipient's account, or with `perDay`, in 24 hours, those whom the owner
 * has asked to write. `anyone`: whoever types an address; few mails per hour,
 * and none on behalf of an unverified sender.
 */
export type MailCause =
	| { readonly by: "owed"; readonly sender?: MailSender }
	| { readonly by: "owner"; readonly perDay?: number }
	| { readonly by: "anyone"; readonly sender?: MailSender };

export const OWED: MailCause = { by: "owed" };
export const OWNER: MailCause = { by: "owner" };
export const ANYONE: MailCause = { by: "anyone" };

/** For mails about a confirmed payment to this account. */
export function owedBy({ email, verified }: MailSender): MailCause {
	return { by: "owed", sender: { email, verified } };
}

/** For mails without a confirmed payment. */
export function onBehalfOf({ email, verified }: MailSender): MailCause {
	return { by: "anyone", sender: { email, verified } };
}

/**
 * Normalises all spellings of a mailbox: lower case, without a `+tag`, and without dots for Gmail. For counting
 * only.
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

/** For counting mails to an address; not reversible, and outlives accounts. */
export function recipientKey(ctx: Pick<PlatformCtx, "config">, address: string): string {
	return keyOf(ctx, "recipient", mailboxOf(address));
}

/** For keys of mails; the address can't be recovered. */
export function addressKey(ctx: Pick<PlatformCtx, "config">, address: string): string {
	return keyOf(ctx, "address", address.toLowerCase());
}

export function senderKey(ctx: Pick<PlatformCtx, "config">, sender: MailSender): string {
	return keyOf(ctx, "sender", mailboxOf(sender.email));
}

/** Smallest network first; none for jobs. */
function networkKeys(ctx: PlatformCtx) {
	return ctx.address === "internal"
		? []
		: networksOf(ctx.address).map(({ id, times }) => ({ key: keyOf(ctx, "network", id), times }));
}

const NETWORK_COLUMNS = [
	sql`outbox.network_key`,
	sql`outbox.wider_network_key`,
	sql`outbox.widest_network_key`,
];

export type MailLimitResult = {
	readonly recipientKey: string;
	readonly networkKey: string | null;
	readonly widerNetworkKey: string | null;
	readonly widestNetworkKey: string | null;
	readonly senderKey: string | null;
	readonly withheldBy: SQL;
	readonly dueAt: SQL;
};

/**
 * Decides within the statement that inserts the mail, counting in the outbox itself, so that concurrent calls get
 * no more mails than successive ones.
 */
export function checkMailLimits(
	ctx: PlatformCtx,
	{ to, kind, cause }: { to: string; kind: MailKind; cause: MailCause },
): MailLimitResult {
	const now = ctx.now();
	const recipient = recipientKey(ctx, to);
	// Counted the same whether a request or a later job sends them.
	const networks = kind.follows ? [] : networkKeys(ctx);
	const sender = cause.by !== "owner" && cause.sender ? senderKey(ctx, cause.sender) : null;
	const sent = (where: SQL, sinceMs: number) =>
		sql`(select count(*) from outbox where ${where} and outbox.cause = ${cause.by}
			and outbox.withheld_by is null and outbox.created_at > ${now - sinceMs})`;
	const toAddress = sql`outbox.recipient_key = ${recipient}`;
	const ofKind = sql`${toAddress} and outbox.kind = ${kind.name}`;
	const verdict = {
		recipientKey: recipient,
		networkKey: networks[0]?.key ?? null,
		widerNetworkKey: networks[1]?.key ?? null,
		widestNetworkKey: networks[2]?.key ?? null,
		senderKey: sender,
	};
	const { perHour, perDay } = kind;
	const waiting = (alike: SQL) =>
		sql`(select count(*) from outbox where ${alike} and outbox.cause = ${cause.by}
			and outbox.withheld_by is null and outbox.created_at > ${now - WEEK}
			and (outbox.sent_at is null or outbox.sent_at > ${now - HOUR}))`;
	/** When a mail is due if `pace` of its kind are sent in an hour. */
	const paced = (alike: SQL, pace: number) =>
		sql`${now} + ${HOUR} * cast(${waiting(alike)} / ${pace} as integer)`;
	if (cause.by === "owed") {
		const pace = sender === null ? kind.pace : ctx.config.MAILS_PER_ADDRESS;
		const alike = sender === null ? ofKind : sql`${toAddress} and outbox.sender_key = ${sender}`;
		return { ...verdict, withheldBy: sql`null`, dueAt: pace ? paced(alike, pace) : sql`${now}` };
	}
	const bound = (count: SQL, most: number | undefined, withheldBy: string) =>
		most === undefined ? sql`` : sql`when ${count} >= ${most} then ${withheldBy}`;
	if (cause.by === "owner")
		return {
			...verdict,
			withheldBy: sql`case ${bound(sent(ofKind, HOUR), OWNER_PER_HOUR, "kind")}
				${bound(sent(ofKind, DAY), cause.perDay, "kind")} end`,
			dueAt: sql`${now}`,
		};
	if (cause.sender && !cause.sender.verified)
		return { ...verdict, withheldBy: sql`'unverified'`, dueAt: sql`${now}` };
	const { MAILS_PER_ADDRESS, MAILS_PER_NETWORK, MAILS_PER_SENDER } = ctx.config;
	const perAddress = kind.reserved ? MAILS_PER_ADDRESS : Math.max(1, MAILS_PER_ADDRESS - 1);
	const ofSender = sql`outbox.sender_key = ${sender}`;
	return {
		...verdict,
		withheldBy: sql`case ${bound(sent(toAddress, HOUR), perAddress, "address")}
			${bound(sent(ofKind, HOUR), perHour, "kind")}
			${bound(sent(ofKind, DAY), perDay, "kind")}
			${sql.join(
				networks.map(({ key, times }, at) =>
					bound(
						sent(sql`${NETWORK_COLUMNS[at]} = ${key}`, HOUR),
						MAILS_PER_NETWORK * times,
						"network",
					),
				),
				sql` `,
			)}
			${kind.follows ? sql`` : bound(sent(ofSender, HOUR), MAILS_PER_SENDER, "sender")}
			end`,
		dueAt: kind.follows
			? paced(sql`${ofSender} and outbox.kind = ${kind.name}`, MAILS_PER_SENDER)
			: sql`${now}`,
	};
}
