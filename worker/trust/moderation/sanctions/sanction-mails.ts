import { operatorCasePath, paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { MAIL_KINDS } from "../../../core/mail-kinds.ts";
import { mailLanguage, operatorMails } from "../../../core/mail-texts.ts";
import type { users } from "../../../core/tables.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.tsx";
import { OWED } from "../../../platform/mail/mail-limits.ts";
import type { Category } from "../contract.ts";

export type Creator = Pick<typeof users.$inferSelect, "id" | "email" | "locale">;

export type Decision = {
	id: string;
	category: Category;
	text: string;
	legalOrder: boolean;
	caseId: string;
	/** null for a suspension */
	title: string | null;
};

const decisionsUrl = (ctx: Ctx) => `${ctx.config.APP_ORIGIN}${paths.decisions}`;

export function sanctionMail(ctx: Ctx, creator: Creator, decision: Decision): Mail {
	const { texts } = mailLanguage(creator.locale);
	const { takenDown, suspended, categories, rules, labels } = texts;
	const { title, category } = decision;
	return composeMail(ctx, {
		kind: MAIL_KINDS.sanction,
		cause: OWED,
		to: creator.email,
		layout: texts.layout,
		subject: title === null ? suspended.subject : takenDown.subject({ title }),
		paragraphs: [
			title === null ? suspended.text : takenDown.text({ title }),
			...(decision.legalOrder ? [takenDown.order] : []),
			`${takenDown.found}\n${decision.text}`,
			takenDown.appeal,
		],
		rows: [
			[labels.decidedFor, categories[category]],
			[labels.rule, rules[category]],
			[labels.caseNumber, decision.caseId],
		],
		action: { label: texts.buttons.seeDecision, url: decisionsUrl(ctx) },
		dedupeKey: `sanction:${decision.id}`,
	});
}

export function restoredMail(
	ctx: Ctx,
	creator: Creator,
	{ id, title, text }: { id: string; title: string | null; text: string },
): Mail {
	const { texts } = mailLanguage(creator.locale);
	const { share, account } = texts.restored;
	return composeMail(ctx, {
		kind: MAIL_KINDS.sanction,
		cause: OWED,
		to: creator.email,
		layout: texts.layout,
		subject: title === null ? account.subject : share.subject({ title }),
		paragraphs: [title === null ? account.text : share.text({ title }), ...(text ? [text] : [])],
		action: {
			label: texts.buttons.openDashboard,
			url: `${ctx.config.APP_ORIGIN}${paths.dashboard}`,
		},
		dedupeKey: `restored:${id}`,
	});
}

export function appealRejectedMail(
	ctx: Ctx,
	creator: Creator,
	{ entryId, text }: { entryId: string; text: string },
): Mail {
	const { texts } = mailLanguage(creator.locale);
	const { subject, text: stands, next } = texts.appealRejected;
	return composeMail(ctx, {
		kind: MAIL_KINDS.sanction,
		cause: OWED,
		to: creator.email,
		layout: texts.layout,
		subject,
		paragraphs: [stands, text, next],
		dedupeKey: `appeal-rejected:${entryId}`,
	});
}

export function appealMail(
	ctx: Ctx,
	appeal: {
		caseId: string;
		entryId: string;
		title: string;
		text: string;
		isCounterNotice: boolean;
	},
): Mail {
	const words = operatorMails.appeal;
	return composeMail(ctx, {
		kind: MAIL_KINDS.report,
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: mailLanguage("en").texts.layout,
		subject: words.subject({ title: appeal.title }),
		paragraphs: [appeal.text, ...(appeal.isCounterNotice ? [words.counterNotice] : [])],
		rows: [[operatorMails.labels.report, appeal.caseId]],
		action: {
			label: words.open,
			url: `${ctx.config.APP_ORIGIN}${operatorCasePath(appeal.caseId)}`,
		},
		dedupeKey: `appeal:${appeal.entryId}`,
	});
}
