import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import { directByOf } from "../../payments/direct/contract/direct-way.ts";
import { causeToBuyer, causeToCreator, creatorRows } from "../../payments/settlement/mails.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { WithdrawalOutcome } from "./contract.ts";

export type Declared = {
	readonly name: string;
	readonly email: string;
	readonly at: number;
	readonly outcome: WithdrawalOutcome;
	readonly isAutomatic: boolean;
};

/** To the buyer, immediately. */
export function withdrawalMail(ctx: Ctx, sale: Sale, declared: Declared): Mail {
	const { purchase } = sale;
	const { texts, money, day, moment } = mailLanguage(purchase.locale);
	const { labels, withdrawal } = texts;
	return composeMail(ctx, {
		kind: MAIL_KINDS.withdrawal,
		cause: causeToBuyer(sale),
		to: declared.email,
		layout: texts.layout,
		subject: withdrawal.subject,
		paragraphs: [
			withdrawal.received({ time: moment(declared.at) }),
			withdrawal.declaration,
			declared.isAutomatic ? withdrawal.refundsItself : withdrawal.outcomes[declared.outcome],
		],
		rows: [
			[labels.name, declared.name],
			[labels.email, declared.email],
			[labels.files, purchase.shareTitle],
			...creatorRows(sale),
			[labels.price, money(purchase.priceCents, purchase.currency)],
			[labels.date, day(purchase.paidAt ?? purchase.createdAt)],
			[labels.reference, purchase.reference],
			[labels.withdrawn, moment(declared.at)],
		],
		notes: [withdrawal.note],
		dedupeKey: `withdrawal:${purchase.id}:buyer`,
	});
}

/** To the creator. */
export function withdrawnSaleMail(ctx: Ctx, sale: Sale, declared: Declared): Mail {
	const { purchase, creator, slug } = sale;
	const { texts, money, day, moment } = mailLanguage(creator.locale);
	const { labels, buttons, withdrawnSale } = texts;
	const way = directByOf(purchase);
	const next = declared.isAutomatic
		? withdrawnSale.refundsItself
		: withdrawnSale.outcomes[declared.outcome];
	const places = [purchase.edgeCountry, purchase.cardCountry].map((place) => place ?? "–");
	return composeMail(ctx, {
		kind: MAIL_KINDS.withdrawn,
		cause: causeToCreator(sale),
		to: creator.email,
		layout: texts.layout,
		subject: withdrawnSale.subject,
		paragraphs: [
			withdrawnSale.text,
			next,
			...(purchase.countryConflict ? [withdrawnSale.conflict] : []),
			...(way === null ? [] : [withdrawnSale.direct({ way })]),
		],
		rows: [
			[labels.name, declared.name],
			[labels.buyer, purchase.buyerEmail ?? declared.email],
			[labels.files, purchase.shareTitle],
			[labels.price, money(purchase.priceCents, purchase.currency)],
			[labels.date, day(purchase.paidAt ?? purchase.createdAt)],
			[labels.reference, purchase.reference],
			[labels.withdrawn, moment(declared.at)],
			...(purchase.route === "card"
				? [[labels.place, places.join(" / ")] satisfies [string, string]]
				: [[labels.place, purchase.edgeCountry ?? "–"] satisfies [string, string]]),
		],
		action: { label: buttons.openSale, url: `${ctx.config.APP_ORIGIN}${paths.sales(slug)}` },
		dedupeKey: `withdrawal:${purchase.id}:creator`,
	});
}
