import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../context.ts";
import { queueMailWhen } from "../platform/mail.ts";
import type { Sale } from "./find-purchase.ts";
import {
	disputeMail,
	receiptMail,
	refundMail,
	saleMail,
	surplusMail,
	surplusReason,
} from "./mails.ts";
import type { ChargeFact } from "./payment-facts.ts";
import { receiptLink } from "./receipts/receipt-links.ts";
import { receiptTokens } from "./tables.ts";

type Statement = BatchItem<"sqlite">;

/**
 * Statements that tell buyer and creator of what has become of a payment. Each holds its own
 * condition, so that within the batch only what really happened is told, and each once.
 */
export async function noticesOf(ctx: Ctx, sale: Sale, charge: ChargeFact): Promise<Statement[]> {
	const { purchase } = sale;
	const to = purchase.buyerEmail;
	const is = (condition: SQL) =>
		sql`exists (select 1 from purchases where purchases.id = ${purchase.id} and ${condition})`;
	const surplus = ["duplicate", "sold_out", "withdrawn", "differs"];
	const toBuyer =
		to === null
			? []
			: [
					...(await receiptStatements(ctx, sale, to)),
					...surplus.map((reason) =>
						queueMailWhen(
							ctx,
							surplusMail(ctx, sale, to, surplusReason(reason)),
							is(sql`purchases.surplus = ${reason}`),
						),
					),
					queueMailWhen(
						ctx,
						refundMail(ctx, sale, to),
						is(
							sql`purchases.surplus is null and purchases.refunded_cents >= purchases.price_cents`,
						),
					),
				];
	return [
		...toBuyer,
		queueMailWhen(ctx, saleMail(ctx, sale), is(sql`purchases.state = 'paid'`)),
		...charge.disputes
			.filter((dispute) => dispute.moves.length > 0)
			.map((dispute) =>
				queueMailWhen(ctx, disputeMail(ctx, sale, dispute), is(sql`purchases.state = 'disputed'`)),
			),
	];
}

/** Statements for the receipt: its token and its mail, where the purchase is paid. */
export async function receiptStatements(ctx: Ctx, sale: Sale, to: string): Promise<Statement[]> {
	const { purchase } = sale;
	const link = await receiptLink(ctx, { id: purchase.id, email: to });
	const paid = sql`exists (select 1 from purchases
		where purchases.id = ${purchase.id} and purchases.state = 'paid')`;
	return [
		ctx.db
			.insert(receiptTokens)
			.select(sql`select ${link.tokenHash}, ${purchase.id}, ${ctx.now()} where ${paid}`)
			.onConflictDoNothing(),
		queueMailWhen(ctx, receiptMail(ctx, sale, to, link.url), paid),
	];
}
