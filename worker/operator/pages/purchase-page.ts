import { asc, count, desc, eq } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { allFiles } from "../../catalogue/shares/tables.ts";
import { currencyPart } from "../../contract/currency-format.ts";
import { priceOf } from "../../contract/fields.ts";
import { numberOf } from "../../contract/money.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { users } from "../../core/tables.ts";
import { downloadLog } from "../../files/downloads/tables.ts";
import { directByOf } from "../../payments/direct/contract/direct-way.ts";
import { ledger } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import { shownState } from "../../purchases/entitlements/sold-sql.ts";
import { purchaseHolders, purchaseLines, purchases } from "../../purchases/entitlements/tables.ts";
import { lineName } from "../../purchases/payment-snapshot.ts";
import { offersOn } from "../acts.tsx";
import {
	type ConsolePage,
	history,
	link,
	money,
	properties,
	table,
	tag,
	time,
} from "../console-page.tsx";

const MOST = 50;

export async function purchasePage(ctx: OperatorCtx, { id }: { id: string }): Promise<ConsolePage> {
	const [[found], lines, downloads, [holders], acts, sold] = await ctx.replica.batch([
		ctx.replica
			.select({ purchase: purchases, email: users.email })
			.from(purchases)
			.innerJoin(users, eq(users.id, purchases.creatorId))
			.where(eq(purchases.id, id)),
		ctx.replica
			.select()
			.from(ledger)
			.where(eq(ledger.purchaseId, id))
			.orderBy(asc(ledger.at))
			.limit(MOST),
		ctx.replica.select().from(downloadLog).where(eq(downloadLog.purchaseId, id)).limit(MOST),
		ctx.replica
			.select({ n: count() })
			.from(purchaseHolders)
			.where(eq(purchaseHolders.purchaseId, id)),
		ctx.replica
			.select()
			.from(auditLog)
			.where(eq(auditLog.subjectId, id))
			.orderBy(desc(auditLog.id))
			.limit(MOST),
		ctx.replica
			.select({ line: purchaseLines, name: allFiles.originalName })
			.from(purchaseLines)
			.leftJoin(allFiles, eq(allFiles.id, purchaseLines.fileId))
			.where(eq(purchaseLines.purchaseId, id))
			.orderBy(asc(allFiles.position), asc(purchaseLines.edition)),
	]);
	if (!found) throw failure("purchase.not_found");
	const { purchase } = found;
	const { currency, settledCurrency, settledCents } = purchase;
	const isExchanged = settledCurrency !== null && settledCurrency !== currency;
	const isPaid = purchase.state === "paid";
	const offer = offersOn(ctx, `/operator/purchases/${id}`);
	const left = priceOf(purchase.priceCents - purchase.refundedCents);
	const amount = { label: `Amount in ${currencyPart("en", currency, "name")}`, value: left };
	const refundable = sold.filter(({ line }) => line.refundedAt === null && line.cents > 0);
	const wordsOf = ({ line, name }: (typeof sold)[number]) =>
		`${name ?? "All pictures"}, ${line.edition}, ${money(line.cents, currency)}`;
	const paidBy = directByOf(purchase) ?? (purchase.route === "card" ? "card" : "no payment");
	return {
		title: purchase.reference,
		heading: `Purchase ${purchase.reference}`,
		intro: [`${money(purchase.priceCents, currency)} by ${paidBy} `, tag(shownState(purchase))],
		sections: [
			...(purchase.ofLines
				? [
						{
							heading: "Single files",
							body: table(
								["File", "Size", "Price", "Refunded"],
								sold.map(({ line, name }) => [
									name ?? "All pictures",
									line.edition,
									money(line.cents, currency),
									time(line.refundedAt),
								]),
							),
						},
					]
				: []),
			{
				heading: "Movements of money",
				body: table(
					["When", "Kind", "Amount", "At", "Provider’s id"],
					lines.map((line) => [
						time(line.at),
						line.kind.replaceAll("_", " "),
						money(line.amountCents, currency),
						line.account,
						line.providerId,
					]),
				),
			},
			{
				heading: "Downloads",
				body: table(
					["When", "What", "Country", "Browser"],
					downloads.map((line) => [time(line.at), line.what, line.country, line.userAgent]),
					"None with this purchase.",
				),
			},
			history(acts),
		],
		aside: [
			{
				heading: "About",
				body: properties([
					["Files", link(`/operator/shares/${purchase.shareId}`, purchase.shareTitle)],
					["Creator", link(`/operator/creators/${purchase.creatorId}`, found.email)],
					["Buyer", purchase.buyerEmail],
					["Language", purchase.locale],
					["Browsers with access", holders?.n],
					["Begun", time(purchase.createdAt)],
					["Claimed", time(purchase.claimedAt)],
					["Paid", time(purchase.paidAt)],
					["Closed", time(purchase.closedAt)],
					[
						"Settled as",
						isExchanged && settledCents !== null
							? money(numberOf(settledCents), settledCurrency)
							: null,
					],
					["Platform fee", money(purchase.platformFeeCents, currency)],
					["Refunded", money(purchase.refundedCents, currency)],
					["Refunded by itself", purchase.autoRefundReason],
					["Payment", purchase.paymentIntentId],
					["Charge", purchase.chargeId],
					["Id", id],
				]),
			},
			{
				heading: "Act",
				body: isPaid
					? [
							purchase.buyerEmail !== null && offer("/purchases/:id/receipt", id),
							offer("/purchases/:id/address", id),
							purchase.route === "card" &&
								offer("/purchases/:id/refund", id, {
									fields: { key: { value: ctx.id() }, amount },
								}),
							purchase.route === "card" &&
								refundable.length > 0 &&
								offer("/purchases/:id/refund-line", id, {
									fields: {
										line: { options: refundable.map((one) => [lineName(one.line), wordsOf(one)]) },
									},
								}),
						]
					: "Nothing can be done with a purchase in this state.",
			},
		],
	};
}
