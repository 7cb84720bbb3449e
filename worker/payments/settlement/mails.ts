import type { ErrorReason } from "../../contract/errors.ts";
import { paths } from "../../contract/paths.ts";
import { directByOf, directName } from "../../contract/payments/direct-way.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
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
import { processingFeeOf } from "../ledger/ledger-entries.ts";

/** A card payment is confirmed, a direct one only claimed. */
export function causeToBuyer({ purchase, creator }: Sale): MailCause {
	return purchase.route === "card" ? owedBy(creator) : onBehalfOf(creator);
}

/** An unverified address may be someone else's. */
export function causeToCreator({ purchase, creator }: Sale): MailCause {
	return purchase.route === "card" && creator.verified ? OWED : ANYONE;
}

/** Names the share, unless the payment is only claimed: then a subject contains no user's text. */
export function subjectOf({ purchase }: Sale, words: string): string {
	return purchase.route === "card" ? `${words}: ${purchase.shareTitle}` : words;
}

/** For the buyer; none for a creator without a name. */
export function creatorRows({ purchase, creator }: Sale): [string, string][] {
	const { labels } = mailLanguage(purchase.locale).texts;
	return creator.name === null ? [] : [[labels.creator, creator.name]];
}

function discountRows({ purchase }: Sale): [string, string][] {
	const { discountCode, listCents } = purchase;
	if (discountCode === null || listCents === null) return [];
	const { texts, money } = mailLanguage(purchase.locale);
	return [
		[texts.labels.price, money(listCents, purchase.currency)],
		[texts.labels.discountCode, discountCode],
	];
}

function paidByRows({ purchase }: Sale): [string, string][] {
	const { labels } = mailLanguage(purchase.locale).texts;
	if (purchase.route === "free") return [];
	return [[labels.paidBy, directByOf(purchase) ?? labels.card]];
}

export function receiptKey(ctx: Ctx, purchaseId: string, to: string): string {
	return `receipt:${purchaseId}:${addressKey(ctx, to)}`;
}

/** To the buyer: the receipt, with the link that opens it in other browsers. */
export function receiptMail(ctx: Ctx, sale: Sale, to: string, receiptUrl: string): Mail {
	const { purchase, creator } = sale;
	const { texts, money, day, moment, period } = mailLanguage(purchase.locale);
	const { labels, receipt } = texts;
	const consent = presentConsent(purchase);
	const isCard = purchase.route === "card";
	return composeMail(ctx, {
		kind: MAIL_KINDS.receipt,
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, receipt.subject),
		paragraphs: [
			isCard && creator.name !== null
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

function feeRows(
	{ texts, money }: MailLanguage,
	{ purchase }: Sale,
	processingFeeCents: number,
): [string, string][] {
	const { labels } = texts;
	if (purchase.route !== "card") return [];
	return [
		[labels.platformFee, money(-purchase.platformFeeCents, purchase.currency)],
		...(processingFeeCents > 0
			? [
					[labels.processingFee, money(-processingFeeCents, purchase.currency)] satisfies [
						string,
						string,
					],
				]
			: []),
	];
}

export const saleKey = (purchaseId: string): string => `sale:${purchaseId}`;

/** To the creator: a sale was made. The fees are those quoted until the provider reports its own. */
export function saleMail(ctx: Ctx, sale: Sale, charge?: ChargeSnapshot): Mail {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { texts, money } = language;
	const price = money(purchase.priceCents, purchase.currency);
	const processingFee =
		(charge && processingFeeOf(purchase, charge)) ?? purchase.processingFeeCents;
	const net = money(
		purchase.priceCents - purchase.platformFeeCents - processingFee,
		purchase.currency,
	);
	const isCard = purchase.route === "card";
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
		rows: [
			[texts.labels.files, purchase.shareTitle],
			[texts.labels.price, price],
			...(purchase.discountCode === null
				? []
				: [[texts.labels.discountCode, purchase.discountCode] satisfies [string, string]]),
			...feeRows(language, sale, processingFee),
			...(isCard ? [[texts.labels.earned, net] satisfies [string, string]] : []),
			[texts.labels.reference, purchase.reference],
		],
		action: {
			label: texts.buttons.openDashboard,
			url: `${ctx.config.APP_ORIGIN}${paths.dashboard}`,
		},
		dedupeKey: saleKey(purchase.id),
	});
}

/** Stored in `auto_refund_reason`. */
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

/** Why a payment was refunded, or wasn't charged. */
export function autoRefundErrorReason({
	state,
	autoRefundReason,
}: Pick<Sale["purchase"], "state" | "autoRefundReason">): ErrorReason {
	const refusal = REFUSALS.find((known) => known === autoRefundReason);
	if (!refusal) return "payment.refunded_mismatch";
	return `payment.${state === "cancelled" ? "uncharged" : "refunded"}_${refusal}`;
}

/** To the buyer: the bank has refused a debit. `chargeId` names the attempt. */
export function debitFailedMail(ctx: Ctx, sale: Sale, to: string, chargeId: string): Mail {
	const { purchase, slug } = sale;
	const { texts, money } = mailLanguage(purchase.locale);
	const { labels, debitFailed } = texts;
	return composeMail(ctx, {
		kind: MAIL_KINDS["payment-failed"],
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, debitFailed.subject),
		paragraphs: [debitFailed.text, debitFailed.next],
		rows: [
			[labels.files, purchase.shareTitle],
			[labels.price, money(purchase.priceCents, purchase.currency)],
			[labels.reference, purchase.reference],
		],
		action: { label: texts.buttons.openShare, url: `${ctx.config.APP_ORIGIN}${paths.share(slug)}` },
		dedupeKey: `debit-failed:${chargeId}`,
	});
}

/** To the buyer: an authorised payment was cancelled. */
export function notChargedMail(ctx: Ctx, sale: Sale, to: string, reason: Refusal): Mail {
	const { purchase, slug } = sale;
	const { texts } = mailLanguage(purchase.locale);
	const { labels, notCharged } = texts;
	return composeMail(ctx, {
		kind: MAIL_KINDS["payment-failed"],
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, notCharged.subject),
		paragraphs: [notCharged.reasons[reason], notCharged.pending],
		rows: [
			[labels.files, purchase.shareTitle],
			[labels.reference, purchase.reference],
		],
		action: { label: texts.buttons.openShare, url: `${ctx.config.APP_ORIGIN}${paths.share(slug)}` },
		dedupeKey: `not-charged:${purchase.id}`,
	});
}

function refundedRows({ texts, money }: MailLanguage, { purchase }: Sale): [string, string][] {
	const { labels } = texts;
	return [
		[labels.files, purchase.shareTitle],
		[labels.refunded, money(purchase.priceCents, purchase.currency)],
		[labels.reference, purchase.reference],
	];
}

/** To the buyer: a payment arrived, but couldn't be granted. */
export function autoRefundMail(ctx: Ctx, sale: Sale, to: string, reason: AutoRefundReason): Mail {
	const { purchase, slug } = sale;
	const language = mailLanguage(purchase.locale);
	const { texts } = language;
	return composeMail(ctx, {
		kind: MAIL_KINDS["auto-refund"],
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, texts.autoRefund.subject),
		paragraphs: [texts.autoRefund.reasons[reason], texts.statementDelay],
		rows: refundedRows(language, sale),
		action: { label: texts.buttons.openShare, url: `${ctx.config.APP_ORIGIN}${paths.share(slug)}` },
		dedupeKey: `auto-refund:${purchase.id}`,
	});
}

/**
 * To the buyer: the money was refunded, and access has ended. `failures` counts this purchase's failed refunds: the
 * refund after one is announced again.
 */
export function refundMail(ctx: Ctx, sale: Sale, to: string, failures: number): Mail {
	const { purchase } = sale;
	const language = mailLanguage(purchase.locale);
	const { texts } = language;
	return composeMail(ctx, {
		kind: MAIL_KINDS.refund,
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, texts.refund.subject),
		paragraphs: [texts.refund.text, texts.statementDelay],
		rows: refundedRows(language, sale),
		dedupeKey: `refund:${purchase.id}:${failures}`,
	});
}
