import type { Ctx } from "../context.ts";
import type { Mail } from "../platform/mail.ts";
import { composeMail } from "../platform/mail-layout.tsx";
import { OWED } from "../platform/mail-limits.ts";

/** To the creator: the card was refused at renewal. `endsAt` in ms. */
export function renewalFailedMail(
	ctx: Ctx,
	input: { to: string; invoiceId: string; endsAt: number },
): Mail {
	const day = new Date(input.endsAt).toISOString().slice(0, 10);
	return composeMail(ctx, {
		kind: "renewal",
		cause: OWED,
		to: input.to,
		subject: "Your Pro renewal could not be charged",
		paragraphs: [
			"Your card was refused when we tried to renew your Pro plan. We will try again over the next days.",
			`Nothing changes for you until ${day}. Pay with another card before then to keep Pro.`,
		],
		action: { label: "Pay with another card", url: `${ctx.config.APP_ORIGIN}/subscribe` },
		dedupeKey: `renewal-failed:${input.invoiceId}`,
	});
}
