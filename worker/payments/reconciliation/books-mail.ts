import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";
import type { Difference } from "../tables.ts";

/** To the operator, once a day. */
export function booksMail(
	ctx: Ctx,
	found: { differences: readonly Difference[]; count: number },
): Mail {
	const texts = operatorMails.books;
	const { texts: words, money } = mailLanguage("en");
	const day = new Date(ctx.now()).toISOString().slice(0, 10);
	const lines = found.differences.map(({ providerId, purchaseId, currency, ...cents }) =>
		texts.line({
			id: providerId,
			provider: money(cents.providerCents, currency ?? DEFAULT_CURRENCY),
			ledger: money(cents.ledgerCents, currency ?? DEFAULT_CURRENCY),
			purchase: purchaseId === null ? texts.noPurchase : texts.purchase({ id: purchaseId }),
		}),
	);
	const more = found.count - found.differences.length;
	return composeMail(ctx, {
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: words.layout,
		subject: texts.subject({ count: found.count }),
		paragraphs: [texts.text, lines.join("\n"), ...(more > 0 ? [texts.more({ count: more })] : [])],
		notes: [texts.note],
		dedupeKey: `books:${day}`,
	});
}
