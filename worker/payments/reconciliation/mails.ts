import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import { operatorMails } from "../../core/mail-texts.ts";
import { mailToOperator } from "../../core/mails.ts";
import type { Difference } from "../tables.ts";

/** Once a day. `differences` are the first of `count`. */
export const booksMail = mailToOperator({
	write: (
		{ money },
		{ differences, count }: { differences: readonly Difference[]; count: number },
		ctx,
	) => {
		const texts = operatorMails.books;
		const lines = differences.map(
			({ providerId, purchaseId, currency = DEFAULT_CURRENCY, providerCents, ledgerCents }) =>
				texts.line({
					id: providerId,
					provider: money(providerCents, currency),
					ledger: money(ledgerCents, currency),
					purchase: purchaseId === null ? texts.noPurchase : texts.purchase({ id: purchaseId }),
				}),
		);
		const more = count - differences.length;
		return {
			subject: texts.subject({ count }),
			paragraphs: [texts.text, lines.join("\n"), more > 0 ? texts.more({ count: more }) : null],
			notes: [texts.note],
			dedupeKey: `books:${new Date(ctx.now()).toISOString().slice(0, 10)}`,
		};
	},
});
