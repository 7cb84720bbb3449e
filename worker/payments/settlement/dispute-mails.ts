import type { Ctx } from "../../context.ts";
import { MAIL_KINDS } from "../../mail-kinds.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";
import { isLive } from "../../platform/stripe.ts";
import { ledgerEntriesOf } from "../ledger/ledger-entries.ts";
import type { ChargeSnapshot, DisputeSnapshot } from "../payment-snapshot.ts";
import type { Sale } from "./find-purchase.ts";
import { causeToCreator, dollars } from "./mails.ts";

type Rows = [string, string][];

const REASONS: Readonly<Record<string, string>> = {
	duplicate: "Paid twice",
	fraudulent: "The cardholder says they did not make this payment",
	product_not_received: "The buyer says they did not get the files",
	product_unacceptable: "The buyer says the files are not as described",
	unrecognized: "The cardholder does not recognise the payment",
	credit_not_processed: "The buyer says a refund is missing",
	subscription_canceled: "The buyer says they had cancelled",
};

function reasonOf({ reason }: DisputeSnapshot): string {
	return REASONS[reason] ?? reason.replaceAll("_", " ");
}

function day(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}

function evidenceUrl(ctx: Ctx, { purchase }: Sale): string {
	return `${ctx.config.APP_ORIGIN}/api/purchases/${purchase.id}/evidence`;
}

/** To the creator: a buyer's bank has withdrawn a payment for now. */
export function disputeMail(ctx: Ctx, sale: Sale, dispute: DisputeSnapshot): Mail {
	const { purchase } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS.dispute,
		cause: causeToCreator(sale),
		to: sale.creator.email,
		subject: `A payment is disputed: ${purchase.shareTitle}`,
		paragraphs: [
			"A buyer's bank disputes a payment to you. The amount is held back and the buyer's downloads are closed until it is decided.",
			"The evidence page lists what was sold and what was downloaded; print it or save it for your answer.",
		],
		rows: [
			["Files", purchase.shareTitle],
			["Disputed", dollars(dispute.amountCents)],
			["Reason", reasonOf(dispute)],
			...(dispute.respondBy === null ? [] : ([["Answer by", day(dispute.respondBy)]] as Rows)),
			["Reference", purchase.reference],
		],
		action: { label: "Open the evidence page", url: evidenceUrl(ctx, sale) },
		dedupeKey: `dispute:${dispute.id}`,
	});
}

/** What a dispute has moved in the creator's ledger, each amount signed as the creator sees it. Cents. */
function amountsOf(sale: Sale, charge: ChargeSnapshot, dispute: DisputeSnapshot) {
	const lines = ledgerEntriesOf(sale.purchase, sale.purchase.priceCents, charge).filter(
		({ providerId }) => providerId === dispute.id,
	);
	const sum = (kind: string) =>
		lines.filter((line) => line.kind === kind).reduce((cents, line) => cents + line.amountCents, 0);
	return {
		taken: sum("dispute"),
		returned: sum("dispute_won"),
		bankFee: sum("dispute_fee"),
		platformFee: sum("fee_refund"),
		inAll: lines.reduce((cents, line) => cents + line.amountCents, 0),
	};
}

function amountRows(sale: Sale, charge: ChargeSnapshot, dispute: DisputeSnapshot): Rows {
	const { taken, returned, bankFee, platformFee, inAll } = amountsOf(sale, charge, dispute);
	const rows: [string, number][] = [
		["Taken back by the bank", taken],
		["Returned by the bank", returned],
		["The bank's dispute fee", bankFee],
		["Our platform fee, given back", platformFee],
	];
	return [
		...rows.filter(([, cents]) => cents !== 0).map(([name, cents]) => [name, dollars(cents)]),
		["In all", dollars(inAll)],
	] as Rows;
}

/** To the creator: the dispute is decided, what it cost, and whether the buyer still has access. */
export function disputeDecidedMail(
	ctx: Ctx,
	sale: Sale,
	charge: ChargeSnapshot,
	dispute: DisputeSnapshot,
): Mail {
	const { purchase } = sale;
	const paragraphs = dispute.lost
		? [
				"The bank has decided for the buyer: they keep the money, and their downloads stay closed for good. The sale is undone.",
				"The amount and the bank's dispute fee come out of your share, and we give our platform fee back. What your balance does not cover is kept from your next sales.",
			]
		: [
				"The bank has decided for you: the amount is yours again, and the buyer can download again.",
				"Banks keep their dispute fee in either case.",
			];
	return composeMail(ctx, {
		kind: MAIL_KINDS.dispute,
		cause: causeToCreator(sale),
		to: sale.creator.email,
		subject: `${dispute.lost ? "Dispute lost" : "Dispute won"}: ${purchase.shareTitle}`,
		paragraphs,
		rows: [
			["Files", purchase.shareTitle],
			["Price", dollars(purchase.priceCents)],
			...amountRows(sale, charge, dispute),
			["Reason", reasonOf(dispute)],
			["Reference", purchase.reference],
		],
		action: {
			label: "Open the sale",
			url: `${ctx.config.APP_ORIGIN}/dashboard/sales/${sale.slug}`,
		},
		dedupeKey: `dispute-decided:${dispute.id}`,
	});
}

/**
 * To the operator: a dispute was opened or decided, and whether a creator exists who can respond to it.
 */
export function operatorDisputeMail(
	ctx: Ctx,
	sale: Sale,
	charge: ChargeSnapshot,
	dispute: DisputeSnapshot,
): Mail {
	const { purchase, creator } = sale;
	const status = dispute.lost ? "lost" : dispute.won ? "won" : dispute.inquiry ? "asked" : "opened";
	const heading = {
		opened: "Dispute opened",
		asked: "A bank asks about a payment",
		won: "Dispute won",
		lost: "Dispute lost",
	}[status];
	const open = status === "opened" || status === "asked";
	return composeMail(ctx, {
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		subject: `${heading}: ${dollars(dispute.amountCents)}, ${purchase.reference}`,
		paragraphs: [
			creator.isDeleted
				? `The creator has deleted the account, so nobody else has been told.${open ? " You have to answer it." : ""}${status === "lost" ? " What the creator's balance did not cover stays with the platform." : ""}`
				: "The creator has been told, too, and can print the evidence page. Evidence is handed in at the provider.",
		],
		rows: [
			["Files", purchase.shareTitle],
			["Creator", creator.isDeleted ? `deleted (${purchase.creatorId})` : creator.email],
			["Price", dollars(purchase.priceCents)],
			["Disputed", dollars(dispute.amountCents)],
			...amountRows(sale, charge, dispute),
			["Reason", reasonOf(dispute)],
			...(open && dispute.respondBy !== null
				? ([["Answer by", day(dispute.respondBy)]] as Rows)
				: []),
			["Purchase", purchase.id],
			["Reference", purchase.reference],
		],
		action: {
			label: "Open the dispute at Stripe",
			url: `https://dashboard.stripe.com/${isLive(ctx.config) ? "" : "test/"}disputes/${dispute.id}`,
		},
		dedupeKey: `dispute-${status}:${dispute.id}:operator`,
	});
}
