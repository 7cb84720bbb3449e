import type { Locale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";

type Owner = {
	readonly id: string;
	readonly email: string;
	readonly locale: Locale;
	readonly deletedAt: number | null;
};

/** To the operator, and to the creator unless deleted: a Stripe account was disconnected. */
export function disconnectedMails(ctx: Ctx, owner: Owner, eventId: string): Mail[] {
	const { APP_ORIGIN, OPERATOR_EMAIL } = ctx.config;
	const { texts } = mailLanguage(owner.locale);
	const { subject, text, next } = texts.accountDisconnected;
	const { disconnected } = operatorMails;
	const toCreator = composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: OWED,
		to: owner.email,
		layout: texts.layout,
		subject,
		paragraphs: [text, next],
		action: { label: texts.buttons.openSettings, url: `${APP_ORIGIN}${paths.settings}` },
		dedupeKey: `disconnected:${eventId}`,
	});
	const toOperator = composeMail(ctx, {
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: OPERATOR_EMAIL,
		layout: mailLanguage("en").texts.layout,
		subject: disconnected.subject({ email: owner.deletedAt === null ? owner.email : owner.id }),
		paragraphs: [disconnected.text],
		action: { label: disconnected.open, url: `${APP_ORIGIN}/operator/creators/${owner.id}` },
		dedupeKey: `disconnected:${eventId}:operator`,
	});
	return owner.deletedAt === null ? [toCreator, toOperator] : [toOperator];
}
