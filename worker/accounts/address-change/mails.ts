import { and, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Locale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import { RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { CREATOR_KINDS, MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { ANYONE, HOLDER } from "../../platform/mail/mail-limits.ts";
import { WITHHELD } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";

type Reader = { readonly email: string; readonly locale: Locale };
type Change = {
	readonly userId: string;
	readonly from: string;
	readonly to: string;
	readonly locale: Locale;
};

// The fragment reaches no server and no other site.
const linkOf = (ctx: Ctx, token: string) =>
	`${ctx.config.APP_ORIGIN}${paths.confirmAddress}#${token}`;

/** Lets the account's deletion find the mail. */
const keyOf = (ctx: Ctx, userId: string, to: AddressRole) =>
	`${addressMailKey(userId, to)}${ctx.id()}`;

export function confirmNewAddressMail(
	ctx: Ctx,
	{ userId, email, locale }: Reader & { readonly userId: string },
	token: string,
): Mail {
	const { texts, period } = mailLanguage(locale);
	const { subject, text, note } = texts.addressChange.confirmNew;
	return composeMail(ctx, {
		kind: MAIL_KINDS["address-change"],
		cause: ANYONE,
		to: email,
		layout: texts.layout,
		subject,
		paragraphs: [text({ appName: ctx.config.APP_NAME })],
		action: { label: texts.buttons.confirmAddress, url: linkOf(ctx, token) },
		notes: [note({ period: period(RETENTION.addressChangeDays, "day") })],
		dedupeKey: keyOf(ctx, userId, "new"),
	});
}

export function confirmOldAddressMail(ctx: Ctx, { from, to, locale }: Change, token: string): Mail {
	const { texts, period } = mailLanguage(locale);
	const { subject, text, unanswered, note } = texts.addressChange.confirmOld;
	return composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: HOLDER,
		to: from,
		layout: texts.layout,
		subject,
		paragraphs: [
			text({ email: to }),
			unanswered({ period: period(RETENTION.addressChangeDays, "day") }),
		],
		action: { label: texts.buttons.agreeOrObject, url: linkOf(ctx, token) },
		notes: [note],
	});
}

export function addressTakenMail(ctx: Ctx, { email, locale }: Reader): Mail {
	const { texts } = mailLanguage(locale);
	const { subject, text, note } = texts.addressChange.taken;
	return composeMail(ctx, {
		kind: MAIL_KINDS["address-change"],
		cause: ANYONE,
		to: email,
		layout: texts.layout,
		subject,
		paragraphs: [text({ appName: ctx.config.APP_NAME })],
		notes: [note],
	});
}

export function addressChangedMails(ctx: Ctx, { userId, from, to, locale }: Change) {
	const { texts } = mailLanguage(locale);
	const { subject, atNew, atOld, noteNew, noteOld } = texts.addressChange.changed;
	const mail = { kind: MAIL_KINDS.security, layout: texts.layout, subject };
	const { APP_ORIGIN } = ctx.config;
	return {
		toNew: composeMail(ctx, {
			...mail,
			cause: HOLDER,
			to,
			paragraphs: [atNew],
			action: { label: texts.buttons.openSettings, url: `${APP_ORIGIN}${paths.settingsAccount}` },
			notes: [noteNew],
		}),
		toOld: composeMail(ctx, {
			...mail,
			cause: HOLDER,
			to: from,
			paragraphs: [atOld({ email: to })],
			action: { label: texts.buttons.writeToUs, url: `${APP_ORIGIN}${paths.support}` },
			notes: [noteOld],
			dedupeKey: keyOf(ctx, userId, "old"),
		}),
	};
}

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
				inArray(outbox.kind, CREATOR_KINDS),
			),
		)
		.where(keyed(notice, "old"));
	return [
		ctx.db.update(outbox).set(WITHHELD).where(inArray(outbox.id, former)),
		ctx.db.update(outbox).set(WITHHELD).where(keyed(outbox, "new")),
	] as const;
}
