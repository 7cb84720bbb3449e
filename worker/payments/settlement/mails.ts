import type { ErrorReason } from "../../contract/errors.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail, type MailContent } from "../../platform/mail/mail-layout.tsx";
import {
	ANYONE,
	addressKey,
	type MailCause,
	OWED,
	onBehalfOf,
	owedBy,
} from "../../platform/mail/mail-limits.ts";
import { presentConsent } from "../../purchases/consent.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot } from "../../purchases/payment-snapshot.ts";
import { directByOf, directName } from "../direct/contract/direct-way.ts";
import { processingFeeOf } from "../ledger/ledger-entries.ts";

/** A card payment is confirmed, a direct one only claimed. */
export function causeToBuyer({ purchase, creator }: Sale): MailCause {
	return purchase.route === "card" ? owedBy(creator) : onBehalfOf(creator);
}

/** An unverified address may be someone else's. */
export function causeToCreator({ purchase, creator }: Sale): MailCause {
	return purchase.route === "card" && creator.verified ? OWED : ANYONE;
}

/** Omits the title of a payment that is only claimed: that subject contains no user's text. */
export function subjectOf({ purchase }: Sale, words: string): string {
	return purchase.route === "card" ? `${words}: ${purchase.shareTitle}` : words;
}

export const linkTo = (ctx: Ctx, label: string, path: string) => ({
	label,
	url: `${ctx.config.APP_ORIGIN}${path}`,
});

type SaleMail = Omit<MailContent, "cause" | "to" | "layout">;

/** The subject gets the share's title if it may have it. */
export function mailToBuyer(ctx: Ctx, sale: Sale, to: string, content: SaleMail): Mail {
	return composeMail(ctx, {
		...content,
		cause: causeToBuyer(sale),
		to,
		layout: mailLanguage(sale.purchase.locale).texts.layout,
		subject: subjectOf(sale, content.subject),
	});
}

export function mailToCreator(ctx: Ctx, sale: Sale, content: SaleMail): Mail {
	return composeMail(ctx, {
		...content,
		cause: causeToCreator(sale),
		to: sale.creator.email,
		layout: mailLanguage(sale.creator.locale).texts.layout,
		subject: subjectOf(sale, content.subject),
	});
}

export function mailToOperator(ctx: Ctx, content: Omit<SaleMail, "kind">): Mail {
	return composeMail(ctx, {
		...content,
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: mailLanguage("en").texts.layout,
	});
}

export type Rows = [string, string][];

export function saleRows(
	{ texts: { labels }, money }: MailLanguage,
	{ purchase }: Sale,
	label: "price" | "refunded" | "notRefunded" = "price",
	cents = purchase.priceCents,
): Rows {
	return [
		[labels.files, purchase.shareTitle],
		[labels[label], money(cents, purchase.currency)],
		[labels.reference, purchase.reference],
	];
}

/** Empty for a creator without a name. */
export function creatorRows({ purchase, creator }: Sale): Rows {
	const { labels } = mailLanguage(purchase.locale).texts;
	return creator.name === null ? [] : [[labels.creator, creator.name]];
}

function discountRows({ purchase }: Sale): Rows {
	const { discountCode, listCents } = purchase;
	if (discountCode === null || listCents === null) return [];
	const { texts, money } = mailLanguage(purchase.locale);
	return [
		[texts.labels.price, money(listCents, purchase.currency)],
		[texts.labels.discountCode, discountCode],
	];
}

function paidByRows({ purchase }: Sale): Rows {
	if (purchase.route === "free") return [];
	const { labels } = mailLanguage(purchase.locale).texts;
	return [[labels.paidBy, directByOf(purchase) ?? labels.card]];
}

export function receiptKey(ctx: Ctx, purchaseId: string, to: string): string {
	return `receipt:${purchaseId}:${addressKey(ctx, to)}`;
}

/** To the buyer, with the link that opens it in other browsers. */
export function receiptMail(ctx: Ctx, sale: Sale, to: string, receiptUrl: string): Mail {
	const { purchase, creator } = sale;
	const { texts, money, day, moment, period } = mailLanguage(purchase.locale);
	const { labels, receipt } = texts;
	const consent = presentConsent(purchase);
	// Nobody can have a picture mailed to a stranger without a card.
	const isPaid = purchase.route === "card";
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS.receipt,
		subject: receipt.subject,
		...(isPaid && { picture: `${ctx.config.APP_ORIGIN}${paths.share(sale.slug)}/card.jpg` }),
		paragraphs: [
			isPaid && creator.name !== null
				? receipt.thanksTo({ creator: creator.name })
				: receipt.thanks,
			sale.accessEndsAt === null
				? receipt.keep({ period: period(ctx.config.DELETED_SHARE_KEEP_DAYS, "day") })
				: receipt.until({ time: moment(sale.accessEndsAt) }),
		],
		rows: [
			[labels.files, purchase.shareTitle],
			...creatorRows(sale),
			...discountRows(sale),
			[labels.paid, money(purchase.priceCents, purchase.currency)],
			...paidByRows(sale),
			[labels.reference, purchase.reference],
			[labels.date, day(ctx.now())],
		],
		action: { label: texts.buttons.openPurchase, url: receiptUrl },
		notes: [
			...(consent
				? [texts.consentGiven({ text: consent.text, time: moment(Date.parse(consent.at)) })]
				: []),
			texts.withdrawHere({ url: `${ctx.config.APP_ORIGIN}${paths.withdraw}` }),
			texts.linkIsSecret,
		],
		dedupeKey: receiptKey(ctx, purchase.id, to),
	});
}

export const saleKey = (purchaseId: string): string => `sale:${purchaseId}`;

/** To the creator, with the quoted fees until the provider reports its own. */
export function saleMail(ctx: Ctx, sale: Sale, charge?: ChargeSnapshot): Mail {
	const { purchase, creator } = sale;
	const { texts, money: format } = mailLanguage(creator.locale);
	const { labels } = texts;
	const money = (cents: number) => format(cents, purchase.currency);
	const { priceCents, platformFeeCents } = purchase;
	const price = money(priceCents);
	const processingFee =
		(charge && processingFeeOf(purchase, charge)) ?? purchase.processingFeeCents;
	const net = money(priceCents - platformFeeCents - processingFee);
	const isCard = purchase.route === "card";
	const rows: Rows = [
		[labels.files, purchase.shareTitle],
		[labels.price, price],
	];
	if (purchase.discountCode !== null) rows.push([labels.discountCode, purchase.discountCode]);
	if (isCard) {
		rows.push([labels.platformFee, money(-platformFeeCents)]);
		if (processingFee > 0) rows.push([labels.processingFee, money(-processingFee)]);
		rows.push([labels.earned, net]);
	}
	rows.push([labels.reference, purchase.reference]);
	return composeMail(ctx, {
		kind: MAIL_KINDS.sale,
		cause: causeToCreator(sale),
		to: creator.email,
		layout: texts.layout,
		subject: isCard
			? texts.sale.subject({ title: purchase.shareTitle, net })
			: texts.sale.claimedSubject({ price }),
		paragraphs: [
			isCard
				? texts.sale.text
				: texts.sale.claimed({ price, way: directName(purchase.directHost) }),
		],
		rows,
		action: linkTo(ctx, texts.buttons.openDashboard, paths.dashboard),
		dedupeKey: saleKey(purchase.id),
	});
}

export const REFUSALS = [
	"duplicate",
	"checkout",
	"sold_out",
	"code_used",
	"withdrawn",
	"blocked",
] as const;
export const AUTO_REFUND = [...REFUSALS, "differs"] as const;
export type AutoRefundReason = (typeof AUTO_REFUND)[number];
type Refusal = (typeof REFUSALS)[number];

export function autoRefundErrorReason({
	state,
	autoRefundReason,
}: Pick<Sale["purchase"], "state" | "autoRefundReason">): ErrorReason {
	const refusal = REFUSALS.find((known) => known === autoRefundReason);
	if (!refusal) return "payment.refunded_mismatch";
	return `payment.${state === "cancelled" ? "uncharged" : "refunded"}_${refusal}`;
}

/** To the buyer; `chargeId` names the attempt. */
export function debitFailedMail(ctx: Ctx, sale: Sale, to: string, chargeId: string): Mail {
	const language = mailLanguage(sale.purchase.locale);
	const { debitFailed, buttons } = language.texts;
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS["payment-failed"],
		subject: debitFailed.subject,
		paragraphs: [debitFailed.text, debitFailed.next],
		rows: saleRows(language, sale),
		action: linkTo(ctx, buttons.openShare, paths.share(sale.slug)),
		dedupeKey: `debit-failed:${chargeId}`,
	});
}

export function notChargedMail(ctx: Ctx, sale: Sale, to: string, reason: Refusal): Mail {
	const { purchase, slug } = sale;
	const { labels, notCharged, buttons } = mailLanguage(purchase.locale).texts;
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS["payment-failed"],
		subject: notCharged.subject,
		paragraphs: [notCharged.reasons[reason], notCharged.pending],
		rows: [
			[labels.files, purchase.shareTitle],
			[labels.reference, purchase.reference],
		],
		action: linkTo(ctx, buttons.openShare, paths.share(slug)),
		dedupeKey: `not-charged:${purchase.id}`,
	});
}

/** To the buyer: a payment arrived, but couldn't be granted. */
export function autoRefundMail(ctx: Ctx, sale: Sale, to: string, reason: AutoRefundReason): Mail {
	const { purchase, slug } = sale;
	const language = mailLanguage(purchase.locale);
	const { autoRefund, statementDelay, buttons } = language.texts;
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS["auto-refund"],
		subject: autoRefund.subject,
		paragraphs: [autoRefund.reasons[reason], statementDelay],
		rows: saleRows(language, sale, "refunded"),
		action: linkTo(ctx, buttons.openShare, paths.share(slug)),
		dedupeKey: `auto-refund:${purchase.id}`,
	});
}
