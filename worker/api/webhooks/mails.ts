import { SECURITY } from "../../accounts/mails.ts";
import { paths } from "../../contract/paths.ts";
import { RETENTION } from "../../contract/retention.ts";
import type { MailLanguage } from "../../core/mail-texts.ts";
import { type MailReader, mailTo } from "../../core/mails.ts";
import { OWNER } from "../../platform/mail/mail-limits.ts";

/** Not the kind of other security mails, so that a token for webhooks can't use up their daily number. */
const WEBHOOK = { name: "webhook", audience: "creator", perDay: 5 } as const;

const SETTINGS = `${paths.settingsPrograms}#webhooks`;

export const endpointOffMail = mailTo({
	kind: WEBHOOK,
	cause: OWNER,
	write: (
		{ texts: { webhookOff, labels, buttons } },
		{ url, offReason }: MailReader & { url: string; offReason: "failing" | "gone" },
	) => ({
		subject: webhookOff.subject,
		paragraphs: [webhookOff[offReason]({ days: String(RETENTION.webhookDays) }), webhookOff.next],
		rows: [[labels.endpoint, url]],
		action: [buttons.openSettings, SETTINGS],
	}),
});

type EndpointChange = MailReader & {
	readonly url: string;
	readonly endpointChange: keyof MailLanguage["texts"]["webhookChanged"]["subjects"];
};

/** Names only the host: the rest of an address may contain a key. */
export const endpointChangedMail = mailTo({
	kind: WEBHOOK,
	cause: OWNER,
	write: (
		{ texts: { webhookChanged, labels, buttons } },
		{ url, endpointChange }: EndpointChange,
	) => ({
		subject: webhookChanged.subjects[endpointChange],
		paragraphs: [webhookChanged.text],
		rows: [[labels.endpoint, new URL(url).host]],
		action: [buttons.resetPassword, paths.resetPassword],
		notes: [webhookChanged.note],
	}),
});

export const endpointsResetMail = mailTo({
	kind: SECURITY,
	cause: OWNER,
	write: ({ texts: { webhooksReset, buttons } }) => ({
		subject: webhooksReset.subject,
		paragraphs: [webhooksReset.text, webhooksReset.next],
		action: [buttons.openSettings, SETTINGS],
	}),
});
