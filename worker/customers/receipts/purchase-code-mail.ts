import { RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { ANYONE } from "../../platform/mail/mail-limits.ts";

/** To a buyer: the one-time code, in the language of the request for it. */
export function purchaseCodeMail(ctx: Ctx, { to, code }: { to: string; code: string }): Mail {
	const { texts, period } = mailLanguage(ctx.locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS["purchase-code"],
		cause: ANYONE,
		to,
		layout: texts.layout,
		subject: texts.purchaseCode.subject,
		paragraphs: [texts.purchaseCode.text],
		code,
		notes: [texts.purchaseCode.note({ period: period(RETENTION.codeMinutes, "minute") })],
	});
}
