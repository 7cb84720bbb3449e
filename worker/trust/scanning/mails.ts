import { operatorCasePath, paths } from "../../contract/paths.ts";
import { operatorMails } from "../../core/mail-texts.ts";
import { type MailReader, mailTo, mailToOperator } from "../../core/mails.ts";
import { OWED } from "../../platform/mail/mail-limits.ts";

type Upload = { readonly uploadId: string; readonly title: string };
export type Match = Upload & { readonly fileName: string; readonly found: string };

const { scan } = operatorMails;

export const quarantineMail = mailTo({
	kind: { name: "upload-quarantined", audience: "creator", perDay: 24 },
	cause: OWED,
	write: (
		{ texts: { uploadQuarantined, buttons } },
		{ uploadId, title, fileName, found }: MailReader & Match,
	) => ({
		subject: uploadQuarantined.subject({ title }),
		paragraphs: [
			uploadQuarantined.text({ title }),
			uploadQuarantined.todo,
			uploadQuarantined.wrong,
		],
		rows: [
			[uploadQuarantined.file, fileName],
			[uploadQuarantined.match, found],
		],
		action: [buttons.writeToUs, paths.support],
		dedupeKey: `upload-quarantined:${uploadId}`,
	}),
});

export const matchMail = mailToOperator({
	write: (_, { uploadId, title, fileName, found }: Match) => ({
		subject: scan.matchSubject({ title }),
		paragraphs: [scan.match],
		rows: [
			[scan.file, fileName],
			[scan.found, found],
		],
		action: [scan.open, operatorCasePath(uploadId)],
		notes: [scan.note],
		dedupeKey: `scan-match:${uploadId}`,
	}),
});

export const lateScanMail = mailToOperator({
	write: (_, { uploadId, title }: Upload, { config }) => ({
		subject: scan.lateSubject({ title }),
		paragraphs: [config.SCAN_ON_TIMEOUT === "publish" ? scan.latePublished : scan.lateQuarantined],
		notes: [scan.note],
		dedupeKey: `scan-late:${uploadId}`,
	}),
});
