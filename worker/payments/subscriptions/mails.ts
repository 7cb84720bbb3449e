import { paths } from "../../contract/paths.ts";
import { type MailReader, mailTo } from "../../core/mails.ts";
import { OWED } from "../../platform/mail/mail-limits.ts";

/** `endsAt` in ms. */
export const renewalFailedMail = mailTo({
	kind: { name: "renewal", audience: "creator", perDay: 5 },
	cause: OWED,
	write: (
		{ texts: { renewalFailed, buttons }, day },
		{ invoiceId, endsAt }: MailReader & { invoiceId: string; endsAt: number },
	) => ({
		subject: renewalFailed.subject,
		paragraphs: [renewalFailed.refused, renewalFailed.keptUntil({ day: day(endsAt) })],
		action: [buttons.payOtherCard, paths.subscribe],
		dedupeKey: `renewal-failed:${invoiceId}`,
	}),
});
