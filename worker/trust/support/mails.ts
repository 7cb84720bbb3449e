import { operatorCasePath, paths } from "../../contract/paths.ts";
import { operatorMails } from "../../core/mail-texts.ts";
import { type MailReader, mailTo, mailToOperator } from "../../core/mails.ts";
import { ANYONE, OWED } from "../../platform/mail/mail-limits.ts";
import type { Report } from "./contract.ts";

export const REPORT = { name: "report", audience: "operator", pace: 60 } as const;
const CASE_ANSWER = { name: "case-answer", audience: "buyer" } as const;

export const supportMail = mailToOperator({
	kind: { name: "support", audience: "operator", pace: 60 },
	write: (
		_,
		request: {
			caseId: string;
			email: string;
			subject: string;
			message: string;
			/** null for a visitor who isn't signed in */
			account: { id: string; email: string } | null;
			plan: { name: string; prioritySupport: boolean } | null;
		},
	) => {
		const { labels, support } = operatorMails;
		const { caseId, email, subject, message, account, plan } = request;
		return {
			subject: support.subject({ plan: plan?.prioritySupport ? plan.name : undefined, subject }),
			paragraphs: [message],
			rows: [
				[labels.from, email],
				[labels.account, account ? `${account.email} (${account.id})` : support.notSignedIn],
				[labels.plan, plan?.name ?? support.noPlan],
				[labels.request, caseId],
			],
			action: [support.open, operatorCasePath(caseId)],
		};
	},
});

export const reportMail = mailToOperator({
	kind: REPORT,
	write: (
		{ texts },
		{
			report: { reason, message, email },
			caseId,
			title,
			creatorId,
		}: { report: Report; caseId: string; title: string; creatorId: string },
	) => {
		const { labels, report } = operatorMails;
		return {
			subject: report.subject({ reason, title }),
			paragraphs: [message || report.noMessage],
			rows: [
				[texts.labels.reason, reason],
				[labels.from, email ?? report.noAddress],
				[texts.labels.creator, creatorId],
				[labels.report, caseId],
			],
			action: [report.open, operatorCasePath(caseId)],
		};
	},
});

/** Anyone can type any address, so these mails are few. */
export const reportReceivedMail = mailTo({
	kind: { name: "case-received", audience: "buyer", perHour: 1, perDay: 5 },
	cause: ANYONE,
	write: (
		{ texts: { reportReceived, labels } },
		{ caseId, title }: MailReader & { caseId: string; title: string },
	) => ({
		subject: reportReceived.subject,
		paragraphs: [reportReceived.text, reportReceived.next],
		rows: [
			[labels.files, title],
			[labels.caseNumber, caseId],
		],
		dedupeKey: `case-received:${caseId}`,
	}),
});

type Answered = MailReader & {
	readonly caseId: string;
	readonly entryId: string;
	readonly subject: string;
};

export const caseAnswerMail = mailTo({
	kind: CASE_ANSWER,
	cause: OWED,
	write: (
		{ texts: { caseAnswer, labels, buttons } },
		{ caseId, entryId, subject, answer }: Answered & { answer: string },
	) => ({
		subject: caseAnswer.subject({ subject }),
		paragraphs: [answer],
		rows: [[labels.caseNumber, caseId]],
		action: [buttons.writeToUs, paths.support],
		notes: [caseAnswer.note],
		dedupeKey: `case-answer:${entryId}`,
	}),
});

export type ReportOutcome = "taken_down" | "suspended" | "restored" | "no_action";

export const reportDecidedMail = mailTo({
	kind: CASE_ANSWER,
	cause: OWED,
	write: (
		{ texts: { reportDecided, labels, buttons } },
		{
			caseId,
			entryId,
			subject,
			outcome,
			text,
		}: Answered & {
			outcome: ReportOutcome;
			/** may be empty */
			text: string;
		},
	) => ({
		subject: reportDecided.subject,
		paragraphs: [reportDecided.outcomes[outcome], text || null, reportDecided.next],
		rows: [
			[labels.files, subject],
			[labels.caseNumber, caseId],
		],
		action: [buttons.writeToUs, paths.support],
		dedupeKey: `case-decided:${entryId}`,
	}),
});
