import type { Locale } from "../../../contract/locales.ts";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { MAIL_KINDS } from "../../../core/mail-kinds.ts";
import { mailLanguage } from "../../../core/mail-texts.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.tsx";
import { OWED } from "../../../platform/mail/mail-limits.ts";
import type { AnnouncedTexts } from "./tables.ts";

/** To a creator: what the operator announces. */
export function announcementMail(
	ctx: Ctx,
	creator: { id: string; email: string; locale: Locale },
	{ id, texts: announced }: { id: string; texts: AnnouncedTexts },
): Mail {
	const { texts } = mailLanguage(creator.locale);
	const { subject, text } = announced[creator.locale] ?? announced.en;
	return composeMail(ctx, {
		kind: MAIL_KINDS.announcement,
		cause: OWED,
		to: creator.email,
		layout: texts.layout,
		subject,
		paragraphs: text.split(/\n{2,}/),
		action: {
			label: texts.buttons.openDashboard,
			url: `${ctx.config.APP_ORIGIN}${paths.dashboard}`,
		},
		notes: [texts.announcement.note({ appName: ctx.config.APP_NAME })],
		dedupeKey: `announcement:${id}:${creator.id}`,
	});
}
