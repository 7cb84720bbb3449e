import type { ErrorReason } from "../../contract/errors.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { addressKey } from "../../platform/mail/mail-limits.ts";
import { presentConsent } from "../../purchases/consent.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot } from "../../purchases/payment-snapshot.ts";
import {
	filesOf,
	mailToBuyer,
	mailToSeller,
	saleRows,
	subjectOf,
	type ToBuyer,
	type ToSeller,
} from "../../purchases/sale-mails.ts";
import { directByOf, directName } from "../direct/contract/direct-way.ts";
import { processingFeeOf } from "../ledger/ledger-entries.ts";

export function receiptKey(ctx: Ctx, purchaseId: string, to: string): string {
	return `receipt:${purchaseId}:${addressKey(ctx, to)}`;
}

/** `url` opens the purchase in other browsers. */
export const receiptMail = mailToBuyer({
	kind: { name: "receipt", audience: "buyer", perDay: 10 },
	write: (
		{ texts, money, day, moment, period },
		{ sale, to, url }: ToBuyer & { url: string },
		ctx,
	) => {
		const { purchase, creator, accessEndsAt } = sale;
		const { receipt, labels, buttons } = texts;
		const { APP_ORIGIN, DELETED_SHARE_KEEP_DAYS } = ctx.config;
		const { currency, discountCode, listCents } = purchase;
		const isDiscounted = discountCode !== null && listCents !== null;
		const consent = presentConsent(purchase);
		// Nobody can have a picture mailed to a stranger without a card.
		const isPaid = purchase.route === "card";
		return {
			subject: subjectOf(sale, receipt.subject),
			picture: isPaid ? `${paths.share(sale.slug)}/card.jpg` : null,
			paragraphs: [
				isPaid && creator.name !== null
					? receipt.thanksTo({ creator: creator.name })
					: receipt.thanks,
				accessEndsAt === null
					? receipt.keep({ period: period(DELETED_SHARE_KEEP_DAYS, "day") })
					: receipt.until({ time: moment(accessEndsAt) }),
			],
			rows: [
				[labels.files, filesOf({ texts }, sale)],
				[labels.creator, creator.name],
				[labels.price, isDiscounted ? money(listCents, currency) : null],
				[labels.discountCode, isDiscounted ? discountCode : null],
				[labels.paid, money(purchase.priceCents, currency)],
				[labels.paidBy, purchase.route === "free" ? null : (directByOf(purchase) ?? labels.card)],
				[labels.reference, purchase.reference],
				[labels.date, day(ctx.now())],
			],
			action: [buttons.openPurchase, url],
			notes: [
				consent && texts.consentGiven({ text: consent.text, time: moment(Date.parse(consent.at)) }),
				texts.withdrawHere({ url: `${APP_ORIGIN}${paths.withdraw}` }),
				texts.linkIsSecret,
			],
			dedupeKey: receiptKey(ctx, purchase.id, to),
		};
	},
});

export const saleKey = (purchaseId: string): string => `sale:${purchaseId}`;

/** With the quoted fees until the provider reports its own. */
export const saleMail = mailToSeller({
	kind: { name: "sale", audience: "creator", perDay: 24 },
	write: ({ texts, money: format }, { sale, charge }: ToSeller & { charge?: ChargeSnapshot }) => {
		const { sale: words, labels, buttons } = texts;
		const { purchase } = sale;
		const money = (cents: number) => format(cents, purchase.currency);
		const { priceCents, platformFeeCents, shareTitle: title } = purchase;
		const price = money(priceCents);
		const processingFee =
			(charge && processingFeeOf(purchase, charge)) ?? purchase.processingFeeCents;
		const net = money(priceCents - platformFeeCents - processingFee);
		const isCard = purchase.route === "card";
		const way = directName(purchase.directHost);
		return {
			subject: isCard ? words.subject({ title, net }) : words.claimedSubject({ price }),
			paragraphs: [isCard ? words.text : words.claimed({ price, way })],
			rows: [
				[labels.files, filesOf({ texts }, sale)],
				[labels.price, price],
				[labels.discountCode, purchase.discountCode],
				[labels.platformFee, isCard ? money(-platformFeeCents) : null],
				[labels.processingFee, isCard && processingFee > 0 ? money(-processingFee) : null],
				[labels.earned, isCard ? net : null],
				[labels.reference, purchase.reference],
			],
			action: [buttons.openDashboard, paths.dashboard],
			dedupeKey: saleKey(purchase.id),
		};
	},
});

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

const PAYMENT_FAILED = { name: "payment-failed", audience: "buyer", perDay: 5 } as const;

/** `chargeId` names the attempt. */
export const debitFailedMail = mailToBuyer({
	kind: PAYMENT_FAILED,
	write: (language, { sale, chargeId }: ToBuyer & { chargeId: string }) => {
		const { debitFailed, buttons } = language.texts;
		return {
			subject: subjectOf(sale, debitFailed.subject),
			paragraphs: [debitFailed.text, debitFailed.next],
			rows: saleRows(language, sale),
			action: [buttons.openShare, paths.share(sale.slug)],
			dedupeKey: `debit-failed:${chargeId}`,
		};
	},
});

export const notChargedMail = mailToBuyer({
	kind: PAYMENT_FAILED,
	write: (
		{ texts: { notCharged, labels, buttons } },
		{ sale, refusal }: ToBuyer & { refusal: Refusal },
	) => ({
		subject: subjectOf(sale, notCharged.subject),
		paragraphs: [notCharged.reasons[refusal], notCharged.pending],
		rows: [
			[labels.files, sale.purchase.shareTitle],
			[labels.reference, sale.purchase.reference],
		],
		action: [buttons.openShare, paths.share(sale.slug)],
		dedupeKey: `not-charged:${sale.purchase.id}`,
	}),
});
