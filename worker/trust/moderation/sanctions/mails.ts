import { operatorCasePath, paths } from "../../../contract/paths.ts";
import { operatorMails } from "../../../core/mail-texts.ts";
import { type MailReader, mailTo, mailToOperator } from "../../../core/mails.ts";
import { OWED } from "../../../platform/mail/mail-limits.ts";
import { REPORT } from "../../support/mails.ts";
import type { Category } from "../contract.ts";

const SANCTION = { name: "sanction", audience: "creator" } as const;

export type Decision = {
	id: string;
	category: Category;
	text: string;
	legalOrder: boolean;
	caseId: string;
	/** null for a suspension */
	title: string | null;
};

export const sanctionMail = mailTo({
	kind: SANCTION,
	cause: OWED,
	write: (
		{ texts: { takenDown, suspended, categories, rules, labels, buttons } },
		{ decision }: MailReader & { decision: Decision },
	) => {
		const { title, category, text, legalOrder } = decision;
		return {
			subject: title === null ? suspended.subject : takenDown.subject({ title }),
			paragraphs: [
				title === null ? suspended.text : takenDown.text({ title }),
				legalOrder ? takenDown.order : null,
				`${takenDown.found}\n${text}`,
				takenDown.appeal,
			],
			rows: [
				[labels.decidedFor, categories[category]],
				[labels.rule, rules[category]],
				[labels.caseNumber, decision.caseId],
			],
			action: [buttons.seeDecision, paths.decisions],
			dedupeKey: `sanction:${decision.id}`,
		};
	},
});

export const restoredMail = mailTo({
	kind: SANCTION,
	cause: OWED,
	write: (
		{ texts: { restored, buttons } },
		{ lifted }: MailReader & { lifted: Pick<Decision, "id" | "title" | "text"> },
	) => {
		const { id, title, text } = lifted;
		const { share, account } = restored;
		return {
			subject: title === null ? account.subject : share.subject({ title }),
			paragraphs: [title === null ? account.text : share.text({ title }), text || null],
			action: [buttons.openDashboard, paths.dashboard],
			dedupeKey: `restored:${id}`,
		};
	},
});

export const appealRejectedMail = mailTo({
	kind: SANCTION,
	cause: OWED,
	write: (
		{ texts: { appealRejected } },
		{ entryId, answer }: MailReader & { entryId: string; answer: string },
	) => ({
		subject: appealRejected.subject,
		paragraphs: [appealRejected.text, answer, appealRejected.next],
		dedupeKey: `appeal-rejected:${entryId}`,
	}),
});

export const appealMail = mailToOperator({
	kind: REPORT,
	write: (
		_,
		appeal: {
			caseId: string;
			entryId: string;
			title: string;
			message: string;
			isCounterNotice: boolean;
		},
	) => ({
		subject: operatorMails.appeal.subject(appeal),
		paragraphs: [
			appeal.message,
			appeal.isCounterNotice ? operatorMails.appeal.counterNotice : null,
		],
		rows: [[operatorMails.labels.report, appeal.caseId]],
		action: [operatorMails.appeal.open, operatorCasePath(appeal.caseId)],
		dedupeKey: `appeal:${appeal.entryId}`,
	}),
});
