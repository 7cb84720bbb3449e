import type { Ctx } from "../context.ts";
import type { Locale } from "../contract/locales.ts";
import { paths } from "../contract/paths.ts";
import { MAIL_KINDS } from "../mail-kinds.ts";
import { mailLanguage } from "../mail-texts.ts";
import type { Mail } from "../platform/mail/mail.ts";
import { composeMail } from "../platform/mail/mail-layout.tsx";
import { HOLDER } from "../platform/mail/mail-limits.ts";

/** To the creator: an endpoint was switched off, and why. */
export function endpointOffMail(
	ctx: Ctx,
	input: { email: string; locale: Locale; url: string; reason: "failing" | "gone" },
): Mail {
	const { texts } = mailLanguage(input.locale);
	const { subject, failing, gone, next } = texts.webhookOff;
	return composeMail(ctx, {
		kind: MAIL_KINDS.webhook,
		cause: HOLDER,
		to: input.email,
		layout: texts.layout,
		subject,
		paragraphs: [input.reason === "gone" ? gone : failing, next],
		rows: [[texts.labels.endpoint, input.url]],
		action: {
			label: texts.buttons.openSettings,
			url: `${ctx.config.APP_ORIGIN}${paths.settings}#webhooks`,
		},
	});
}
