import type { Ctx } from "../context.ts";
import { MAIL_KINDS } from "../mail-kinds.ts";
import type { Mail } from "../platform/mail/mail.ts";
import { composeMail } from "../platform/mail/mail-layout.tsx";
import { OWED } from "../platform/mail/mail-limits.ts";

/** To the creator: the card was refused at renewal. `endsAt` in ms. */
export function renewalFailedMail(
	ctx: Ctx,
	input: { to: string; invoiceId: string; endsAt: number },
): Mail {
	const day = new Date(input.endsAt).toISOString().slice(0, 10);
	return composeMail(ctx, {
		kind: MAIL_KINDS.renewal,
		cause: OWED,
		to: input.to,
		subject: "Your Pro renewal could not be charged",
		paragraphs: [
			"We could not charge your card for the next month of Pro: it was refused, or your bank wants you to confirm the payment. The charge is tried again over the next days.",
			`You keep Pro until ${day}. Pay with another card before then, and nothing changes.`,
		],
		action: { label: "Pay with another card", url: `${ctx.config.APP_ORIGIN}/subscribe` },
		dedupeKey: `renewal-failed:${input.invoiceId}`,
	});
}
