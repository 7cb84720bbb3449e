import type { MailLanguage } from "../core/mail-texts.ts";
import { defineMail, type MailEntry } from "../core/mails.ts";
import { ANYONE, type MailCause, OWED, onBehalfOf, owedBy } from "../platform/mail/mail-limits.ts";
import type { Sale } from "./find-purchase.ts";

export type ToSeller = { readonly sale: Sale };
export type ToBuyer = ToSeller & { readonly to: string };

type SaleEntry<Input> = Omit<MailEntry<Input>, "cause"> & Partial<MailEntry<Input>>;

/** A card payment is confirmed, a direct one only claimed. */
function causeToBuyer({ sale: { purchase, creator } }: ToSeller): MailCause {
	return purchase.route === "card" ? owedBy(creator) : onBehalfOf(creator);
}

/** An unverified address may be someone else's. */
function causeToSeller({ sale: { purchase, creator } }: ToSeller): MailCause {
	return purchase.route === "card" && creator.verified ? OWED : ANYONE;
}

/** A mail about a purchase, in the language of its checkout. */
export function mailToBuyer<Input extends ToBuyer = ToBuyer>(entry: SaleEntry<Input>) {
	return defineMail<Input>(({ sale, to }) => ({ email: to, locale: sale.purchase.locale }), {
		cause: causeToBuyer,
		...entry,
	});
}

/** A mail about a sale, in the language of the creator's account. */
export function mailToSeller<Input extends ToSeller = ToSeller>(entry: SaleEntry<Input>) {
	return defineMail<Input>(({ sale }) => sale.creator, { cause: causeToSeller, ...entry });
}

/** Omits the title of a payment that is only claimed: that subject contains no user's text. */
export function subjectOf({ purchase }: Sale, words: string): string {
	return purchase.route === "card" ? `${words}: ${purchase.shareTitle}` : words;
}

/** The title, and which of its files were bought if not all. */
export function filesOf(
	{ texts }: Pick<MailLanguage, "texts">,
	{ purchase, bought }: Pick<Sale, "purchase" | "bought">,
): string {
	const { full = 0, web = 0 } = bought ?? {};
	const parts = [
		...(full > 0 ? [texts.bought.files({ n: String(full) })] : []),
		...(web === null
			? [texts.bought.allPictures]
			: web > 0
				? [texts.bought.pictures({ n: String(web) })]
				: []),
	];
	return parts.length === 0 ? purchase.shareTitle : `${purchase.shareTitle} (${parts.join(", ")})`;
}

/** The labels of its amount are the languages' own. */
export function saleRows(
	{ texts, money }: MailLanguage,
	sale: Sale,
	amount: "price" | "refunded" | "notRefunded" = "price",
	cents = sale.purchase.priceCents,
) {
	const { labels } = texts;
	const { purchase } = sale;
	return [
		[labels.files, filesOf({ texts }, sale)],
		[labels[amount], money(cents, purchase.currency)],
		[labels.reference, purchase.reference],
	] as const;
}
