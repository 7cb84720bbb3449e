import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../../core/mail-texts.ts";
import { causeToBuyer, subjectOf } from "../../payments/settlement/mails.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { addressKey } from "../../platform/mail/mail-limits.ts";
import { visibleName } from "../../platform/safe-names.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import { receiptLink } from "../../purchases/receipt-links.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

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

/** To a buyer. */
export async function updateMail(
	ctx: Ctx,
	sale: Sale,
	update: { id: string; text: string; to: string; attempt: number; files: readonly NewFileLine[] },
): Promise<Mail> {
	const { purchase, creator } = sale;
	const language = mailLanguage(purchase.locale);
	const { texts } = language;
	const { buyerUpdate, labels } = texts;
	const around = aroundUpdate(language, { creator: creator.name, title: purchase.shareTitle });
	const stop = await unsubscribeUrl(ctx, { purchaseId: purchase.id, address: update.to });
	const { url } = await receiptLink(ctx, { id: purchase.id, email: purchase.buyerEmail });
	const news = update.files.filter(({ at }) => at > (purchase.paidAt ?? 0)).slice(0, MAX_FILES);
	return composeMail(ctx, {
		kind: MAIL_KINDS["buyer-update"],
		cause: causeToBuyer(sale),
		to: update.to,
		layout: texts.layout,
		subject: subjectOf(sale, around.subject),
		heading: around.subject,
		paragraphs: [around.intro],
		quote: plainWords(update.text),
		rows: news.map((file) => [file.version > 1 ? labels.newVersion : labels.newFile, lineOf(file)]),
		action: { label: around.button, url },
		notes: [...around.notes, texts.linkIsSecret],
		footerLinks: [
			{ label: buyerUpdate.unsubscribe, url: stop },
			{
				label: buyerUpdate.report,
				url: `${ctx.config.APP_ORIGIN}${paths.reportOf(sale.slug)}`,
			},
		],
		unsubscribeUrl: stop,
		dedupeKey: updateKey(ctx, { updateId: update.id, address: update.to, attempt: update.attempt }),
	});
}
