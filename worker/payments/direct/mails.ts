import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import type { MailLanguage } from "../../core/mail-texts.ts";
import { mac, macMatches } from "../../platform/security/crypto.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import {
	filesOf,
	mailToBuyer,
	mailToSeller,
	subjectOf,
	type ToBuyer,
	type ToSeller,
} from "../../purchases/sale-mails.ts";
import type { DeclineReason } from "./contract/direct.ts";
import { directName } from "./contract/direct-way.ts";

/** Opens the decision without signing in. Browsers don't send the fragment, so no log has the token. */
export async function claimLink(ctx: Ctx, claimId: string): Promise<string> {
	const { APP_SECRET, APP_ORIGIN } = ctx.config;
	const token = await mac(APP_SECRET, `claim|${claimId}`);
	return `${APP_ORIGIN}${paths.claim}#${claimId}.${token}`;
}

export function opensClaim(ctx: Ctx, claimId: string, token: string): Promise<boolean> {
	return macMatches(ctx.config.APP_SECRET, `claim|${claimId}`, token);
}

const CLAIM = { name: "claim", audience: "creator", perDay: 24 } as const;

/** Once per hour, so that a claim declined twice leaves room for the receipt. */
export const CLAIM_DECISION = {
	name: "claim-decision",
	audience: "buyer",
	perHour: 1,
	perDay: 10,
	follows: true,
} as const;

/** `url` opens the decision. */
type Claim = ToSeller & { readonly url: string };

// A claim is unproven: the subject and opening words of its mails contain no text by users.

const details = ({ texts, texts: { labels }, money }: MailLanguage, sale: Sale) =>
	[
		[labels.files, filesOf({ texts }, sale)],
		[labels.price, money(sale.purchase.priceCents, sale.purchase.currency)],
		[labels.noteReference, sale.purchase.reference],
		[labels.confirmationCode, sale.purchase.confirmationCode ?? ""],
		[labels.buyer, sale.purchase.buyerEmail ?? ""],
	] as const;

const wordsOf = ({ money }: MailLanguage, { purchase }: Sale) => ({
	price: money(purchase.priceCents, purchase.currency),
	way: directName(purchase.directHost),
});

export const claimMail = mailToSeller({
	kind: CLAIM,
	write: (language, { sale, url }: Claim) => {
		const { claim, buttons } = language.texts;
		const { id, confirmationCode, claimedAt } = sale.purchase;
		const words = wordsOf(language, sale);
		return {
			subject: subjectOf(sale, claim.subject(words)),
			paragraphs: [claim.text(words)],
			rows: details(language, sale),
			action: [buttons.decide, url],
			secondAction: [buttons.openDashboard, paths.dashboard],
			dedupeKey: `claim:${id}:${confirmationCode}:${claimedAt}`,
		};
	},
});

/** After a day. */
export const reminderMail = mailToSeller({
	kind: { name: "claim-reminder", audience: "creator", perDay: 5 },
	write: (language, { sale, url }: Claim) => {
		const { claimReminder, buttons } = language.texts;
		return {
			subject: subjectOf(sale, claimReminder.subject),
			paragraphs: [claimReminder.text(wordsOf(language, sale))],
			rows: details(language, sale),
			action: [buttons.decide, url],
			dedupeKey: `claim-reminder:${sale.purchase.id}`,
		};
	},
});

/** The claim has nothing left to open, so its money must be returned. */
export const toReturnMail = mailToSeller({
	kind: CLAIM,
	write: (language, { sale, url }: Claim) => {
		const { claimToReturn, buttons } = language.texts;
		const words = wordsOf(language, sale);
		return {
			subject: subjectOf(sale, claimToReturn.subject(words)),
			paragraphs: [claimToReturn.text(words), claimToReturn.next(words)],
			rows: details(language, sale),
			action: [buttons.returned, url],
			secondAction: [buttons.openDashboard, paths.dashboard],
			dedupeKey: `to-return:${sale.purchase.id}:${sale.purchase.claimedAt}`,
		};
	},
});

/** The buyer can correct these on the payment page. */
const TO_CORRECT: readonly DeclineReason[] = ["not_found", "wrong_amount"];

export const declinedMail = mailToBuyer({
	kind: CLAIM_DECISION,
	write: (language, { sale, declineReason }: ToBuyer & { declineReason: DeclineReason }) => {
		const { purchase, creator, slug } = sale;
		const { declined, labels, buttons } = language.texts;
		const { subject, text, next } = declined[declineReason];
		const words = wordsOf(language, sale);
		return {
			subject: subjectOf(sale, subject(words)),
			paragraphs: [text(words), next(words)],
			rows: [
				[labels.files, purchase.shareTitle],
				[labels.creator, creator.name],
				[labels.reference, purchase.reference],
			],
			action: TO_CORRECT.includes(declineReason)
				? [buttons.openPayment, paths.directPayment(slug)]
				: [buttons.openShare, paths.share(slug)],
			dedupeKey: `declined:${purchase.id}:${purchase.claimedAt}:${declineReason}`,
		};
	},
});
