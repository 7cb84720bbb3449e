import { paths } from "../../contract/paths.ts";
import { type MailReader, mailTo } from "../../core/mails.ts";
import { ANYONE } from "../../platform/mail/mail-limits.ts";
import { plainWords } from "../updates/mails.ts";

/** Anyone with the link can send a choice. */
export const choiceSentMail = mailTo({
	kind: { name: "choice-sent", audience: "creator", perDay: 50 },
	cause: ANYONE,
	write: (
		{ texts: { choiceSent, labels } },
		{
			share,
			name: givenName,
			chosen,
			count,
		}: MailReader & {
			readonly share: { readonly slug: string; readonly title: string };
			/** the client's */
			readonly name: string;
			/** files */
			readonly chosen: number;
			/** how many were asked for, or there are */
			readonly count: number;
		},
	) => {
		const name = plainWords(givenName);
		const figures = { chosen: String(chosen), count: String(count) };
		return {
			subject: choiceSent.subject({ name, ...figures }),
			paragraphs: [choiceSent.text],
			rows: [[labels.files, plainWords(share.title)]],
			action: [choiceSent.button, paths.choicesOf(share.slug)],
		};
	},
});
