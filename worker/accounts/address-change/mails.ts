import { and, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { paths } from "../../contract/paths.ts";
import { RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { type MailReader, mailTo } from "../../core/mails.ts";
import { ANYONE, OWNER } from "../../platform/mail/mail-limits.ts";
import { WITHHELD } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import { SECURITY, type WithToken } from "../mails.ts";

const ADDRESS_CHANGE = { name: "address-change", audience: "creator", perDay: 5 } as const;

/** At the old address. */
type OldReader = MailReader & { readonly newEmail: string };

// The fragment reaches no server and no other site.
const linkOf = (token: string) => `${paths.confirmAddress}#${token}`;

/** Lets the account's deletion find the mail. */
const keyOf = (ctx: Ctx, userId: string, to: AddressRole) =>
	`${addressMailKey(userId, to)}${ctx.id()}`;

export const confirmNewAddressMail = mailTo({
	kind: ADDRESS_CHANGE,
	cause: ANYONE,
	write: (
		{ texts: { addressChange, buttons }, period },
		{ userId, token }: WithToken & { userId: string },
		ctx,
	) => {
		const { subject, text, note } = addressChange.confirmNew;
		return {
			subject,
			paragraphs: [text({ appName: ctx.config.APP_NAME })],
			action: [buttons.confirmAddress, linkOf(token)],
			notes: [note({ period: period(RETENTION.addressChangeDays, "day") })],
			dedupeKey: keyOf(ctx, userId, "new"),
		};
	},
});

export const confirmOldAddressMail = mailTo({
	kind: SECURITY,
	cause: OWNER,
	write: (
		{ texts: { addressChange, buttons }, period },
		{ newEmail, token }: OldReader & WithToken,
	) => {
		const { subject, text, unanswered, note } = addressChange.confirmOld;
		return {
			subject,
			paragraphs: [
				text({ email: newEmail }),
				unanswered({ period: period(RETENTION.addressChangeDays, "day") }),
			],
			action: [buttons.agreeOrObject, linkOf(token)],
			notes: [note],
		};
	},
});

export const addressTakenMail = mailTo({
	kind: ADDRESS_CHANGE,
	cause: ANYONE,
	write: ({ texts: { addressChange } }, _: MailReader, { config }) => ({
		subject: addressChange.taken.subject,
		paragraphs: [addressChange.taken.text({ appName: config.APP_NAME })],
		notes: [addressChange.taken.note],
	}),
});

export const addressChangedMail = mailTo({
	kind: SECURITY,
	cause: OWNER,
	write: ({ texts: { addressChange, buttons } }) => ({
		subject: addressChange.changed.subject,
		paragraphs: [addressChange.changed.atNew],
		action: [buttons.openSettings, paths.settingsAccount],
		notes: [addressChange.changed.noteNew],
	}),
});

export const formerAddressMail = mailTo({
	kind: SECURITY,
	cause: OWNER,
	write: (
		{ texts: { addressChange, buttons } },
		{ userId, newEmail }: OldReader & { userId: string },
		ctx,
	) => ({
		subject: addressChange.changed.subject,
		paragraphs: [addressChange.changed.atOld({ email: newEmail })],
		action: [buttons.writeToUs, paths.support],
		notes: [addressChange.changed.noteOld],
		dedupeKey: keyOf(ctx, userId, "old"),
	}),
});

/** `new` until a change applies, `old` afterwards. */
type AddressRole = "new" | "old";

/** Prefix of dedupe keys. */
const addressMailKey = (userId: string, to: AddressRole): string =>
	`address-change:${userId}:${to}:`;

/**
 * Removes former and unconfirmed addresses from the outbox: mails about changes, and every mail to an address while
 * it was the account's.
 */
export function deleteAddressMails(ctx: Ctx, userId: string) {
	const notice = alias(outbox, "notice");
	const keyed = (table: typeof outbox | typeof notice, to: AddressRole) => {
		const start = addressMailKey(userId, to);
		return and(gte(table.dedupeKey, start), lt(table.dedupeKey, `${start}\uffff`));
	};
	const former = ctx.db
		.select({ id: outbox.id })
		.from(notice)
		.innerJoin(
			outbox,
			and(
				eq(outbox.recipientKey, notice.recipientKey),
				lte(outbox.createdAt, notice.createdAt),
				sql`${outbox.recipient} = ${notice.recipient}`,
				eq(outbox.audience, "creator"),
			),
		)
		.where(keyed(notice, "old"));
	return [
		ctx.db.update(outbox).set(WITHHELD).where(inArray(outbox.id, former)),
		ctx.db.update(outbox).set(WITHHELD).where(keyed(outbox, "new")),
	] as const;
}
