import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import type { MailLanguage } from "../../core/mail-texts.ts";
import { addressKey } from "../../platform/mail/mail-limits.ts";
import { visibleName } from "../../platform/safe-names.ts";
import { mailToBuyer, subjectOf, type ToBuyer } from "../../purchases/sale-mails.ts";

export type NewFileLine = { name: string; version: number; note: string | null; at: number };

/** Named in a mail. */
const MAX_FILES = 5;

/** Text that mail programs would turn into a link. */
const ADDRESS = /(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}(?:[/?#]\S*)?/giu;

/** Removes controls, and adds invisible joiners where a mail program would make a link. */
export function plainWords(text: string): string {
	return text
		.split("\n")
		.map((line) => visibleName(line).replace(ADDRESS, unlinked))
		.join("\n");
}

const unlinked = (address: string) => address.replaceAll(/[.:]/g, "$&\u2060");

/** The outbox key of a message to one address; `attempt` counts from 0. */
export const updateKey = (
	ctx: Ctx,
	of: { updateId: string; address: string; attempt: number },
): string => `update:${of.updateId}:${addressKey(ctx, of.address)}:${of.attempt}`;

export function aroundUpdate(
	{ texts }: MailLanguage,
	{ creator, title }: { creator: string | null; title: string },
) {
	const { buyerUpdate } = texts;
	return {
		subject: buyerUpdate.subject,
		intro: creator ? buyerUpdate.intro({ creator, title }) : buyerUpdate.introUnnamed({ title }),
		button: texts.buttons.openPurchase,
		notes: [buyerUpdate.why({ title }), buyerUpdate.stillReceipts],
	};
}

const lineOf = ({ name, version, note }: NewFileLine) =>
	plainWords([version > 1 ? `${name} (${version})` : name, note].filter(Boolean).join(" – "));

type Update = ToBuyer & {
	readonly update: {
		readonly id: string;
		readonly text: string;
		readonly attempt: number;
		readonly files: readonly NewFileLine[];
	};
	readonly url: string;
	readonly unsubscribeUrl: string;
};

export const updateMail = mailToBuyer({
	kind: { name: "buyer-update", audience: "buyer", perDay: 5 },
	write: (language, { sale, to, update, url, unsubscribeUrl }: Update, ctx) => {
		const { purchase, creator } = sale;
		const { buyerUpdate, labels, linkIsSecret } = language.texts;
		const around = aroundUpdate(language, { creator: creator.name, title: purchase.shareTitle });
		const news = update.files.filter(({ at }) => at > (purchase.paidAt ?? 0)).slice(0, MAX_FILES);
		return {
			subject: subjectOf(sale, around.subject),
			heading: around.subject,
			paragraphs: [around.intro],
			quote: plainWords(update.text),
			rows: news.map((file) => [
				file.version > 1 ? labels.newVersion : labels.newFile,
				lineOf(file),
			]),
			action: [around.button, url],
			notes: [...around.notes, linkIsSecret],
			footerLinks: [
				[buyerUpdate.unsubscribe, unsubscribeUrl],
				[buyerUpdate.report, paths.reportOf(sale.slug)],
			],
			unsubscribeUrl,
			dedupeKey: updateKey(ctx, { updateId: update.id, address: to, attempt: update.attempt }),
		};
	},
});
