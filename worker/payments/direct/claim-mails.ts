import type { Ctx } from "../../context.ts";
import { MAIL_KINDS } from "../../mail-kinds.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { ANYONE } from "../../platform/mail/mail-limits.ts";
import type { Sale } from "../settlement/find-purchase.ts";
import { dollars } from "../settlement/mails.ts";
import { claimLink } from "./claim-links.ts";

// A claim is unproven: the subject and opening words of its mails contain no text by users.

function details({ purchase }: Sale): [string, string][] {
	return [
		["Files", purchase.shareTitle],
		["Price", dollars(purchase.priceCents)],
		["Reference in the note", purchase.reference],
		["Confirmation code", purchase.confirmationCode ?? ""],
		["Buyer", purchase.buyerEmail ?? ""],
	];
}

/** To the creator: a buyer claims to have paid and waits for a decision. */
export async function claimMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS.claim,
		cause: ANYONE,
		to: sale.creator.email,
		subject: `Did you get ${dollars(purchase.priceCents)} in Cash App?`,
		paragraphs: [
			`A buyer says to have paid you ${dollars(purchase.priceCents)} in Cash App. Look for the payment there, then approve or decline. Approving opens the files to this buyer.`,
		],
		rows: details(sale),
		action: { label: "Approve or decline", url: await claimLink(ctx, purchase.id) },
		secondAction: { label: "Open the dashboard", url: `${ctx.config.APP_ORIGIN}/dashboard` },
		dedupeKey: `claim:${purchase.id}:${purchase.confirmationCode}:${purchase.claimedAt}`,
	});
}

/** To the creator, a day later: the buyer is still waiting. */
export async function reminderMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS["claim-reminder"],
		cause: ANYONE,
		to: sale.creator.email,
		subject: "A buyer is waiting for your answer",
		paragraphs: [
			`Since yesterday a buyer who says to have paid you ${dollars(purchase.priceCents)} in Cash App has been waiting for your answer.`,
		],
		rows: details(sale),
		action: { label: "Approve or decline", url: await claimLink(ctx, purchase.id) },
		dedupeKey: `claim-reminder:${purchase.id}`,
	});
}
