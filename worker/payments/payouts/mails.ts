import { SECURITY } from "../../accounts/mails.ts";
import { paths } from "../../contract/paths.ts";
import { operatorMails } from "../../core/mail-texts.ts";
import { type MailReader, mailTo, mailToOperator } from "../../core/mails.ts";
import { OWED } from "../../platform/mail/mail-limits.ts";

export const disconnectedMail = mailTo({
	kind: SECURITY,
	cause: OWED,
	write: (
		{ texts: { accountDisconnected, buttons } },
		{ eventId }: MailReader & { eventId: string },
	) => ({
		subject: accountDisconnected.subject,
		paragraphs: [accountDisconnected.text, accountDisconnected.next],
		action: [buttons.openSettings, paths.paymentSetup],
		dedupeKey: `disconnected:${eventId}`,
	}),
});

export const disconnectedOperatorMail = mailToOperator({
	write: (
		_,
		disconnected: {
			eventId: string;
			userId: string;
			/** null for a deleted account */
			creatorEmail: string | null;
		},
	) => {
		const { eventId, userId, creatorEmail } = disconnected;
		const { subject, text, open } = operatorMails.disconnected;
		return {
			subject: subject({ email: creatorEmail ?? userId }),
			paragraphs: [text],
			action: [open, `/operator/creators/${userId}`],
			dedupeKey: `disconnected:${eventId}:operator`,
		};
	},
});
