import type { Locale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { ANYONE, OWED } from "../../platform/mail/mail-limits.ts";

/** Anyone can type any address, so these mails are few. */
export function reportReceivedMail(
	ctx: Ctx,
	{ id, to, title }: { id: string; to: string; title: string },
): Mail {
	const { texts } = mailLanguage(ctx.locale);
	const { subject, text, next } = texts.reportReceived;
	return composeMail(ctx, {
		kind: MAIL_KINDS["case-received"],
		cause: ANYONE,
		to,
		layout: texts.layout,
		subject,
		paragraphs: [text, next],
		rows: [
			[texts.labels.files, title],
			[texts.labels.caseNumber, id],
		],
		dedupeKey: `case-received:${id}`,
	});
}

type Answered = { id: string; email: string; locale: Locale; subject: string };

export function caseAnswerMail(ctx: Ctx, to: Answered, answer: string, entryId: string): Mail {
	const { texts } = mailLanguage(to.locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS["case-answer"],
		cause: OWED,
		to: to.email,
		layout: texts.layout,
		subject: texts.caseAnswer.subject({ subject: to.subject }),
		paragraphs: [answer],
		rows: [[texts.labels.caseNumber, to.id]],
		action: { label: texts.buttons.writeToUs, url: `${ctx.config.APP_ORIGIN}${paths.support}` },
		notes: [texts.caseAnswer.note],
		dedupeKey: `case-answer:${entryId}`,
	});
}

export type ReportOutcome = "taken_down" | "suspended" | "restored" | "no_action";

export function reportDecidedMail(
	ctx: Ctx,
	to: Answered,
	{ outcome, text, entryId }: { outcome: ReportOutcome; text: string; entryId: string },
): Mail {
	const { texts } = mailLanguage(to.locale);
	const { subject, outcomes, next } = texts.reportDecided;
	return composeMail(ctx, {
		kind: MAIL_KINDS["case-answer"],
		cause: OWED,
		to: to.email,
		layout: texts.layout,
		subject,
		paragraphs: [outcomes[outcome], ...(text ? [text] : []), next],
		rows: [
			[texts.labels.files, to.subject],
			[texts.labels.caseNumber, to.id],
		],
		action: { label: texts.buttons.writeToUs, url: `${ctx.config.APP_ORIGIN}${paths.support}` },
		dedupeKey: `case-decided:${entryId}`,
	});
}
