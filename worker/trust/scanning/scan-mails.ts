import type { Locale } from "../../contract/locales.ts";
import { operatorCasePath, paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";

export type Match = {
	readonly uploadId: string;
	readonly title: string;
	readonly fileName: string;
	readonly found: string;
};

export function quarantineMail(
	ctx: Ctx,
	creator: { email: string; locale: Locale },
	{ uploadId, title, fileName, found }: Match,
): Mail {
	const { texts } = mailLanguage(creator.locale);
	const { subject, text, todo, wrong, file, match } = texts.uploadQuarantined;
	return composeMail(ctx, {
		kind: MAIL_KINDS["upload-quarantined"],
		cause: OWED,
		to: creator.email,
		layout: texts.layout,
		subject: subject({ title }),
		paragraphs: [text({ title }), todo, wrong],
		rows: [
			[file, fileName],
			[match, found],
		],
		action: { label: texts.buttons.writeToUs, url: `${ctx.config.APP_ORIGIN}${paths.support}` },
		dedupeKey: `upload-quarantined:${uploadId}`,
	});
}

export function matchMail(ctx: Ctx, { uploadId, title, fileName, found }: Match): Mail {
	const { scan } = operatorMails;
	return composeMail(ctx, {
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: mailLanguage("en").texts.layout,
		subject: scan.matchSubject({ title }),
		paragraphs: [scan.match],
		rows: [
			[scan.file, fileName],
			[scan.found, found],
		],
		action: { label: scan.open, url: `${ctx.config.APP_ORIGIN}${operatorCasePath(uploadId)}` },
		notes: [scan.note],
		dedupeKey: `scan-match:${uploadId}`,
	});
}

export function lateScanMail(
	ctx: Ctx,
	{ uploadId, title }: Pick<Match, "uploadId" | "title">,
): Mail {
	const { scan } = operatorMails;
	const isPublished = ctx.config.SCAN_ON_TIMEOUT === "publish";
	return composeMail(ctx, {
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: mailLanguage("en").texts.layout,
		subject: scan.lateSubject({ title }),
		paragraphs: [isPublished ? scan.latePublished : scan.lateQuarantined],
		notes: [scan.note],
		dedupeKey: `scan-late:${uploadId}`,
	});
}
