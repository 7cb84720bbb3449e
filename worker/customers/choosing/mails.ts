import { paths } from "../../contract/paths.ts";
import { type MailReader, mailTo } from "../../core/mails.ts";
import { ANYONE } from "../../platform/mail/mail-limits.ts";
import { plainWords } from "../updates/mails.ts";

const PER_DAY = 50;

type SentChoice = MailReader & {
	/** the creator's address */
	readonly emailVerified: boolean;
	readonly share: { readonly slug: string; readonly title: string };
	/** the client's */
	readonly name: string;
	/** files */
	readonly chosen: number;
	/** how many were asked for, or there are */
	readonly count: number;
};

export const choiceSentMail = mailTo({
	kind: { name: "choice-sent", audience: "creator", perDay: PER_DAY },
	// A creator who asks for choices wants these mails, if the address is theirs.
	cause: ({ emailVerified }: SentChoice) =>
		emailVerified ? { by: "owner", perDay: PER_DAY } : ANYONE,
	write: (
		{ texts: { choiceSent, labels } },
		{ share, name: givenName, chosen, count }: SentChoice,
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
