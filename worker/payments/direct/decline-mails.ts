import { paths } from "../../contract/paths.ts";
import type { DeclineReason } from "../../contract/payments/payments.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { onBehalfOf } from "../../platform/mail/mail-limits.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import { creatorRows } from "../settlement/mails.ts";
import { wordsOf } from "./claim-mails.ts";

// A claim is unproven: the subject and opening words of its mails contain no text by users.

/** The buyer can correct these on the payment page. */
const TO_CORRECT: readonly DeclineReason[] = ["not_found", "wrong_amount"];

/** To the buyer: the claim was closed, and why. */
export function declinedMail(ctx: Ctx, sale: Sale, to: string, reason: DeclineReason): Mail {
	const { purchase, creator, slug } = sale;
	const { texts, money } = mailLanguage(purchase.locale);
	const { labels, buttons } = texts;
	const { subject, text, next } = texts.declined[reason];
	const words = wordsOf(purchase, money);
	const { APP_ORIGIN } = ctx.config;
	return composeMail(ctx, {
		kind: MAIL_KINDS["claim-decision"],
		cause: onBehalfOf(creator),
		to,
		layout: texts.layout,
		subject: subject(words),
		paragraphs: [text(words), next(words)],
		rows: [
			[labels.files, purchase.shareTitle],
			...creatorRows(sale),
			[labels.reference, purchase.reference],
		],
		action: TO_CORRECT.includes(reason)
			? { label: buttons.openPayment, url: `${APP_ORIGIN}${paths.directPayment(slug)}` }
			: { label: buttons.openShare, url: `${APP_ORIGIN}${paths.share(slug)}` },
		dedupeKey: `declined:${purchase.id}:${purchase.claimedAt}:${reason}`,
	});
}
