import type { Locale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";

/** To the creator: the card was refused at renewal. `endsAt` in ms. */
export function renewalFailedMail(
	ctx: Ctx,
	input: { to: string; locale: Locale; invoiceId: string; endsAt: number },
): Mail {
	const { texts, day } = mailLanguage(input.locale);
	const { subject, refused, keptUntil } = texts.renewalFailed;
	return composeMail(ctx, {
		kind: MAIL_KINDS.renewal,
		cause: OWED,
		to: input.to,
		layout: texts.layout,
		subject,
		paragraphs: [refused, keptUntil({ day: day(input.endsAt) })],
		action: {
			label: texts.buttons.payOtherCard,
			url: `${ctx.config.APP_ORIGIN}${paths.subscribe}`,
		},
		dedupeKey: `renewal-failed:${input.invoiceId}`,
	});
}
